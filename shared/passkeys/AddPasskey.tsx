import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Text } from '#kit/display/Text.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Form } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { useAddPasskey } from '#shared/passkeys/useAddPasskey.ts'

interface Props {
  /** Of the button that adds it, as the main one of its card. */
  label?: string
  onAdded?: () => void
  /** Beside that button. */
  children?: ReactNode
}

/** Adds a passkey of this device; the password is asked for only when the login was a while ago. */
export function AddPasskey({ label, onAdded, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const adding = useAddPasskey()
  const [wantsPassword, setWantsPassword] = useState(false)
  useEffect(() => {
    if (wantsPassword) focusPassword(form.current)
  }, [wantsPassword])
  const [missing, setMissing] = useState(false)
  const refusal = adding.error?.reason
  const wrong = refusal === 'wrong_password' ? adding.error?.message : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = wantsPassword ? formText(event.currentTarget, 'password') : ''
    const isMissing = wantsPassword && password === ''
    setMissing(isMissing)
    if (isMissing) return focusPassword(form.current)
    adding.mutate(
      { password },
      {
        onSuccess: () => {
          setWantsPassword(false)
          showToast('Listo: ya podés ingresar con esa llave')
          onAdded?.()
        },
        onError: ({ reason }) => {
          if (reason === 'password_required') setWantsPassword(true)
          if (reason === 'wrong_password') focusPassword(form.current)
        },
      },
    )
  }
  return (
    <Form ref={form} onSubmit={submit}>
      {wantsPassword && (
        <>
          <Text>Para agregar una llave escribí antes tu contraseña.</Text>
          <PasswordField
            label="Tu contraseña"
            name="password"
            autoComplete="current-password"
            error={missing ? 'Escribí tu contraseña.' : wrong}
          />
        </>
      )}
      <SubmitError error={wrong || refusal === 'password_required' ? null : adding.error} />
      {label === undefined ? (
        <Button type="submit" kind="quiet" wide busy={adding.isPending}>
          Agregar una llave de este dispositivo
        </Button>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={adding.isPending}>
            {label}
          </Button>
          {children}
        </div>
      )}
    </Form>
  )
}

const focusPassword = (form: HTMLFormElement | null) =>
  (form?.elements.namedItem('password') as HTMLElement | null)?.focus()
