import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { Field } from '#kit/form/Field.tsx'
import type { FieldErrors } from '#kit/form/useFormValidation.ts'

interface Props {
  /** The values at first, by the name of the field. */
  values: Readonly<Record<string, string | undefined>>
  errors: FieldErrors
}

/** Mobile and address: how to reach a person. */
export function ContactFields({ values, errors }: Props) {
  return (
    <>
      <Field
        label="Celular"
        hint="Por ejemplo 099 123 456."
        name="mobile"
        type="tel"
        autoComplete="tel"
        maxLength={30}
        defaultValue={values.mobile}
        error={errors.mobile}
      />
      <Field
        label="Calle y número"
        name="street"
        autoComplete="address-line1"
        maxLength={120}
        defaultValue={values.street}
        error={errors.street}
      />
      <FieldPair>
        <Field
          label="Ciudad"
          name="city"
          autoComplete="address-level2"
          maxLength={40}
          defaultValue={values.city}
          error={errors.city}
        />
        <Field
          label="País"
          name="country"
          autoComplete="country-name"
          maxLength={36}
          defaultValue={values.country ?? 'Uruguay'}
          error={errors.country}
        />
      </FieldPair>
    </>
  )
}
