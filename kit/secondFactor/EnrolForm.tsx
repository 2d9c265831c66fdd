import { type FormEvent, useState } from 'react'
import { ENROLMENT_CODE_REQUIRED, WRONG_ENROLMENT_CODE } from '#contract/fields/enrolmentCode.ts'
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
import { EnrolmentCodeField } from '#kit/secondFactor/EnrolmentCodeField.tsx'
import { SecretKey } from '#kit/secondFactor/SecretKey.tsx'
import { TotpField } from '#kit/secondFactor/TotpField.tsx'

interface Props extends Pick<CodeFormProps, 'onShown'> {
  /** The account has a factor in force: a code of it is required too. */
  replaces?: boolean
}
const FIELDS = ['enrolmentCode', 'password', 'secondFactor'] as const
type Fields = Record<(typeof FIELDS)[number], string>
type Errors = Partial<Fields>

/**
 * Enrols a second factor: the password and the one-time code of the administration, then the key as a
 * QR code and as text, then a code of it. For an operator without one, and to replace the one that the
 * session has shown, with a code of it; it stays in force until the new one is confirmed.
 */
export function EnrolForm({ onShown, replaces = false }: Props) {
  const enrolment = useCallMutation(enrolSecondFactor)
  const [errors, setErrors] = useState<Errors>({})
  const [isReplacement, setIsReplacement] = useState(replaces)
  if (enrolment.data)
    return (
      <>
        <SecretKey {...enrolment.data} />
        <CodeForm {...(onShown && { onShown })} />
        <Button kind="plain" wide onClick={() => enrolment.reset()}>
          Empezar de nuevo
        </Button>
      </>
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const show = (found: Errors) => {
      setErrors(found)
      const first = FIELDS.find((name) => found[name])
      if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
    }
    const fields: Fields = {
      password: formText(form, 'password'),
      secondFactor: isReplacement ? formText(form, 'secondFactor') : '',
      enrolmentCode: isReplacement ? '' : formText(form, 'enrolmentCode'),
    }
    const found = errorsOf(fields, isReplacement)
    show(found)
    if (FIELDS.some((name) => found[name])) return
    enrolment.mutate(fields, {
      onError: ({ code, message }) => {
        if (message === SECOND_FACTOR_REQUIRED) setIsReplacement(true)
        if (code === DENIED) show({ [fieldOf(message)]: message })
      },
    })
  }
  const hasError = FIELDS.some((name) => errors[name])
  return (
    <Form onSubmit={submit}>
      {!isReplacement && <EnrolmentCodeField name="enrolmentCode" error={errors.enrolmentCode} />}
      <PasswordField
        label="Tu contraseña, otra vez"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      {isReplacement && (
        <TotpField
          name="secondFactor"
          label="Código de tu factor de ahora"
          error={errors.secondFactor}
        />
      )}
      <SubmitError action="guardar tu segundo factor" error={hasError ? null : enrolment.error} />
      <Button type="submit" wide busy={enrolment.isPending}>
        Ver mi clave
      </Button>
    </Form>
  )
}

/** The field that a refusal is about. */
function fieldOf(refusal: string): keyof Fields {
  if (refusal === WRONG_CURRENT_PASSWORD) return 'password'
  const isCode = refusal === WRONG_ENROLMENT_CODE || refusal === ENROLMENT_CODE_REQUIRED
  return isCode ? 'enrolmentCode' : 'secondFactor'
}

/** The contract's messages by field, and that of the code that this enrolment needs. */
function errorsOf(fields: Fields, isReplacement: boolean): Errors {
  const { error } = enrolSecondFactor.request.safeParse(fields)
  const needed = isReplacement
    ? ({ name: 'secondFactor', missing: SECOND_FACTOR_REQUIRED } as const)
    : ({ name: 'enrolmentCode', missing: ENROLMENT_CODE_REQUIRED } as const)
  const errors: Errors = {}
  for (const name of FIELDS) {
    const message =
      name === needed.name && fields[name] === ''
        ? needed.missing
        : error?.issues.find(({ path }) => path[0] === name)?.message
    if (message) errors[name] = message
  }
  return errors
}
