import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { currentPassword } from '#contract/fields/password.ts'
import { Button } from '#kit/display/Button.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Form, SubmitError } from '#kit/form/Form.tsx'
import { useMutationForm } from '#kit/form/MutationForm.tsx'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { useAddPasskey } from '#shared/passkeys/useAddPasskey.ts'

const Recent = z.object({ password: z._default(z.string(), '') })
const Fields = z.object({ password: currentPassword() })

interface Props {
  /** Of the button that adds it, as the main one of its card. */
  label?: string
  onAdded?: () => void
  children?: ReactNode
}

/** Focuses a field when it is drawn. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** Adds a passkey of this device; the password is asked for only when the login was a while ago. */
export function AddPasskey({ label, onAdded, children }: Props) {
  const [wantsPassword, setWantsPassword] = useState(false)
  const form = useMutationForm({
    mutation: useAddPasskey(),
    schema: wantsPassword ? Fields : Recent,
    request: (fields) => fields,
    refusedFields: { wrong_password: 'password' },
    onSuccess: () => {
      setWantsPassword(false)
      showToast('Listo: ya podés ingresar con esa llave')
      onAdded?.()
    },
    onError: ({ reason }) => reason === 'password_required' && setWantsPassword(true),
  })
  return (
    <Form form={form} onSubmit={form.submit}>
      {wantsPassword && (
        <>
          <p>Para agregar una llave escribí antes tu contraseña.</p>
          <PasswordField label="Tu contraseña" ref={focus} />
        </>
      )}
      {form.error?.reason !== 'password_required' && <SubmitError mutation={form} />}
      {label === undefined ? (
        <Button type="submit" kind="quiet" wide busy={form.isPending}>
          Agregar una llave de este dispositivo
        </Button>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.isPending}>
            {label}
          </Button>
          {children}
        </div>
      )}
    </Form>
  )
}
