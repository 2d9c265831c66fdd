import { type FormEvent, useState } from 'react'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Form } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { CodeForm, type CodeFormProps } from '#kit/secondFactor/CodeForm.tsx'
import { SecretKey } from '#kit/secondFactor/SecretKey.tsx'

/**
 * Enrols a second factor: the password, then the key as a QR code and as text, then a code of it.
 * For an operator without one, and to replace the one that the session has shown.
 */
export function EnrolForm(props: CodeFormProps) {
  const enrolment = useCallMutation(enrolSecondFactor)
  const [error, setError] = useState<string>()
  if (enrolment.data)
    return (
      <>
        <SecretKey {...enrolment.data} />
        <CodeForm {...props} />
      </>
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const password = formText(form, 'password')
    const invalid = enrolSecondFactor.request.safeParse({ password }).error?.issues[0]?.message
    setError(invalid)
    if (invalid) return (form.elements.namedItem('password') as HTMLElement).focus()
    enrolment.mutate({ password })
  }
  return (
    <Form onSubmit={submit}>
      <PasswordField
        label="Tu contraseña, otra vez"
        name="password"
        autoComplete="current-password"
        error={error}
      />
      <SubmitError error={enrolment.error} />
      <Button type="submit" wide busy={enrolment.isPending}>
        Ver mi clave
      </Button>
    </Form>
  )
}
