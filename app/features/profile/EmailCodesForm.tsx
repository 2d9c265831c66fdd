import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import { useApp } from '#app/context.ts'
import { TypedCode } from '#contract/fields/verificationCode.ts'
import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { sessions } from '#contract/user/sessions.ts'
import { userData } from '#contract/user/userData.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Field } from '#kit/form/Field.tsx'
import { Form } from '#kit/form/Form.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { useFormValidation } from '#kit/form/useFormValidation.ts'

const Fields = z.object({ oldCode: TypedCode, newCode: TypedCode })

interface Props {
  oldEmail: string
  newEmail: string
  /** Goes back to step 1. */
  onAskAgain: () => void
}

/** Step 2 of a change of email: the two codes. */
export function EmailCodesForm({ oldEmail, newEmail, onAskAgain }: Props) {
  const { session } = useApp()
  const navigate = useNavigate()
  const { errors, validate } = useFormValidation()
  const confirm = useCallMutation(confirmEmailChange, { invalidates: [userData, sessions] })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const fields = validate(event.currentTarget, Fields)
    if (!fields) return
    confirm.mutate(fields, {
      onSuccess: ({ user }) => {
        session.update((stored) => ({ ...stored, user: { ...stored.user, ...user } }))
        showToast('Tu correo cambió')
        void navigate({ to: '/editUser', replace: true })
      },
    })
  }
  const code = (name: keyof z.output<typeof Fields>, address: string) => (
    <Field
      label={`Código que mandamos a ${address}`}
      name={name}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={20}
      error={errors[name]}
    />
  )
  return (
    <Card>
      <Alert tone="good" title="Revisá los dos correos">
        Los códigos duran 10 minutos. Si no los ves, fijate en el correo no deseado.
      </Alert>
      <Form onSubmit={submit}>
        {code('oldCode', oldEmail)}
        {code('newCode', newEmail)}
        <SubmitError action="cambiar tu correo" error={confirm.error} />
        <Button type="submit" wide busy={confirm.isPending}>
          Cambiar mi correo
        </Button>
        <Button kind="plain" wide onClick={onAskAgain}>
          Pedir otros códigos
        </Button>
      </Form>
      <Text kind="small">
        Al cambiarlo cerramos tus sesiones en otros dispositivos. Por 7 días vas a poder deshacerlo
        desde {oldEmail}.
      </Text>
    </Card>
  )
}
