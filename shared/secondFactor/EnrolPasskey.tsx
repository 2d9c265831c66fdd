import { type FormEvent, useRef } from 'react'
import * as z from 'zod/mini'
import { ENROLMENT_CODE_REQUIRED, EnrolmentCode } from '#contract/fields/enrolmentCode.ts'
import { currentPassword } from '#contract/fields/password.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { Button } from '#kit/display/Button.tsx'
import { Form } from '#kit/form/Form.tsx'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { requiredText, useFormValidation } from '#kit/form/useFormValidation.ts'
import { EnrolmentCodeField } from '#shared/account/EnrolmentCodeField.tsx'
import { useAddPasskey } from '#shared/passkeys/useAddPasskey.ts'

const Fields = z.object({
  enrolmentCode: EnrolmentCode.check(z.minLength(1, ENROLMENT_CODE_REQUIRED)),
  password: requiredText(currentPassword()),
})

/** Enrols a passkey as the first second factor of an operator. */
export function EnrolPasskey({ onShown }: { onShown: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, validate, showAt } = useFormValidation()
  const adding = useAddPasskey()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = validate(event.currentTarget, Fields)
    if (!fields) return
    adding.mutate(fields, {
      onSuccess: onShown,
      onError: ({ reason, message }) => {
        const at = reason && REFUSED_FIELDS[reason]
        if (at && form.current) showAt(form.current, at, message)
      },
    })
  }
  const refusal = adding.error?.reason
  const isAtField = refusal !== undefined && refusal in REFUSED_FIELDS
  return (
    <Form ref={form} onSubmit={submit}>
      <EnrolmentCodeField name="enrolmentCode" error={errors.enrolmentCode} />
      <PasswordField
        label="Tu contraseña, otra vez"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <SubmitError error={isAtField ? null : adding.error} />
      <Button type="submit" wide busy={adding.isPending || adding.isSuccess}>
        Crear mi llave de acceso
      </Button>
    </Form>
  )
}

/** The field that a refusal is about. */
const REFUSED_FIELDS: Partial<Record<RefusalReason, keyof typeof Fields.shape>> = {
  wrong_password: 'password',
  wrong_enrolment_code: 'enrolmentCode',
  enrolment_code_required: 'enrolmentCode',
}
