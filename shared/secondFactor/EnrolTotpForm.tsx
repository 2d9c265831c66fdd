import { type FormEvent, useState } from 'react'
import { ENROLMENT_CODE_REQUIRED } from '#contract/fields/enrolmentCode.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { enrolSecondFactor, SECOND_FACTOR_REQUIRED } from '#contract/user/enrolSecondFactor.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Form } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { EnrolmentCodeField } from '#shared/account/EnrolmentCodeField.tsx'
import { SecretKey } from '#shared/secondFactor/SecretKey.tsx'
import { TotpField } from '#shared/secondFactor/TotpField.tsx'
import { CodeForm, type CodeFormProps } from '#shared/secondFactor/TotpForm.tsx'

interface Props extends Pick<CodeFormProps, 'onShown'> {
  /**
   * What is required beside the password: the one-time code of the administration, a code of the app
   * that is replaced, or nothing more beside a passkey that was shown.
   */
  asks?: 'enrolmentCode' | 'code' | 'nothing'
}
const FIELDS = ['enrolmentCode', 'password', 'secondFactor'] as const
type Fields = Record<(typeof FIELDS)[number], string>
type Errors = Partial<Fields>

/**
 * Enrols a second factor: the password and the one-time code of the administration, then the key as a
 * QR code and as text, then a code of it. For an operator without one, and to replace the one that the
 * session has shown, with a code of it; it stays in force until the new one is confirmed.
 */
export function EnrolForm({ onShown, asks: first = 'enrolmentCode' }: Props) {
  const enrolment = useCallMutation(enrolSecondFactor)
  const [errors, setErrors] = useState<Errors>({})
  const [asks, setAsks] = useState(first)
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
      secondFactor: asks === 'code' ? formText(form, 'secondFactor') : '',
      enrolmentCode: asks === 'enrolmentCode' ? formText(form, 'enrolmentCode') : '',
    }
    const found = errorsOf(fields, asks)
    show(found)
    if (FIELDS.some((name) => found[name])) return
    enrolment.mutate(fields, {
      onError: ({ code, reason, message }) => {
        if (reason === 'second_factor_required') setAsks('code')
        if (code === DENIED)
          show({ [(reason && REFUSED_FIELDS[reason]) ?? 'secondFactor']: message })
      },
    })
  }
  const hasError = FIELDS.some((name) => errors[name])
  return (
    <Form onSubmit={submit}>
      {asks === 'enrolmentCode' && (
        <EnrolmentCodeField name="enrolmentCode" error={errors.enrolmentCode} />
      )}
      <PasswordField
        label="Tu contraseña, otra vez"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      {asks === 'code' && (
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

/** The field that a refusal is about; others are about the second factor. */
const REFUSED_FIELDS: Partial<Record<RefusalReason, keyof Fields>> = {
  wrong_password: 'password',
  wrong_enrolment_code: 'enrolmentCode',
  enrolment_code_required: 'enrolmentCode',
}

/** The sentence about a required field that is empty. */
const MISSING = {
  enrolmentCode: { enrolmentCode: ENROLMENT_CODE_REQUIRED },
  code: { secondFactor: SECOND_FACTOR_REQUIRED },
  nothing: {},
} as const satisfies Record<NonNullable<Props['asks']>, Errors>

/** The contract's messages by field, and that of the code that this enrolment needs. */
function errorsOf(fields: Fields, asks: NonNullable<Props['asks']>): Errors {
  const { error } = enrolSecondFactor.request.safeParse(fields)
  const missing: Errors = MISSING[asks]
  const errors: Errors = {}
  for (const name of FIELDS) {
    const message =
      (fields[name] === '' ? missing[name] : undefined) ??
      error?.issues.find(({ path }) => path[0] === name)?.message
    if (message) errors[name] = message
  }
  return errors
}
