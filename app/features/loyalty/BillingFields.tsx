import type { Draft } from '#app/features/account/formDraft.ts'
import { Field } from '#kit/form/Field.tsx'
import type { FieldErrors } from '#kit/form/useFormValidation.ts'

/** RUT and card number of a membership request; both may stay empty. */
export function BillingFields({ draft, errors }: { draft: Draft; errors: FieldErrors }) {
  return (
    <>
      <Field
        label="RUT"
        optional
        hint="Si cargás para una empresa. Doce dígitos, con o sin puntos."
        name="clientRUT"
        autoComplete="off"
        inputMode="numeric"
        maxLength={30}
        defaultValue={draft.clientRUT}
        error={errors.clientRUT}
      />
      <Field
        label="Tarjeta Surtidor"
        optional
        hint="Si tenés la de una afiliación anterior, el número que dice adelante. Si no, te damos uno."
        name="clientCardNumber"
        autoComplete="off"
        inputMode="numeric"
        maxLength={30}
        defaultValue={draft.clientCardNumber}
        error={errors.clientCardNumber}
      />
    </>
  )
}
