import { type FormEvent, useState } from 'react'
import { WRONG_CURRENT_PASSWORD } from '#contract/fields/password.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { enrolSecondFactor, SECOND_FACTOR_REQUIRED } from '#contract/user/enrolSecondFactor.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Form } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { CodeForm, type CodeFormProps } from '#kit/secondFactor/CodeForm.tsx'
import { SecretKey } from '#kit/secondFactor/SecretKey.tsx'
import { TotpField } from '#kit/secondFactor/TotpField.tsx'

interface Props extends Pick<CodeFormProps, 'onShown'> {
  /** The account has a factor in force: a code of it is required too. */
  replaces?: boolean
}
type Errors = Partial<Record<'password' | 'secondFactor', string>>

/**
 * Enrols a second factor: the password, then the key as a QR code and as text, then a code of it.
 * For an operator without one, and to replace the one that the session has shown, which stays in
 * force until the new one is confirmed.
 */
export function EnrolForm({ onShown, replaces = false }: Props) {
  const enrolment = useCallMutation(enrolSecondFactor)
  const [errors, setErrors] = useState<Errors>({})
  const [isCodeRequired, setIsCodeRequired] = useState(replaces)
  if (enrolment.data)
    return (
      <>
        <SecretKey {...enrolment.data} />
        <CodeForm {...(onShown && { onShown })} />
      </>
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const show = (found: Errors) => {
      setErrors(found)
      const first = found.password ? 'password' : 'secondFactor'
      if (found[first]) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
    }
    const fields = {
      password: formText(form, 'password'),
      secondFactor: formText(form, 'secondFactor'),
    }
    const found = errorsOf(fields, isCodeRequired)
    show(found)
    if (found.password || found.secondFactor) return
    enrolment.mutate(fields, {
      onError: ({ code, message }) => {
        if (message === SECOND_FACTOR_REQUIRED) setIsCodeRequired(true)
        if (code !== DENIED) return
        show(message === WRONG_CURRENT_PASSWORD ? { password: message } : { secondFactor: message })
      },
    })
  }
  return (
    <Form onSubmit={submit}>
      <PasswordField
        label="Tu contraseña, otra vez"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      {isCodeRequired && (
        <TotpField
          name="secondFactor"
          label="Código de tu factor de ahora"
          error={errors.secondFactor}
        />
      )}
      <SubmitError error={errors.password || errors.secondFactor ? null : enrolment.error} />
      <Button type="submit" wide busy={enrolment.isPending}>
        Ver mi clave
      </Button>
    </Form>
  )
}

/** The contract's messages by field. */
function errorsOf(fields: { password: string; secondFactor: string }, needsCode: boolean): Errors {
  const { error } = enrolSecondFactor.request.safeParse(fields)
  const first = (name: string) => error?.issues.find(({ path }) => path[0] === name)?.message
  const [password, secondFactor] = [
    first('password'),
    needsCode && fields.secondFactor === '' ? SECOND_FACTOR_REQUIRED : first('secondFactor'),
  ]
  return { ...(password && { password }), ...(secondFactor && { secondFactor }) }
}
