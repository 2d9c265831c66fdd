import { FieldPair } from '#app/parts/account/FieldPair.tsx'
import type { Draft } from '#app/parts/account/registrationDraft.ts'
import type { Day } from '#contract/dates.ts'
import { NewPasswordField } from '#kit/account/NewPasswordField.tsx'
import type { FieldErrors } from '#kit/account/useFormValidation.ts'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import { toInput } from '#kit/format/period.ts'

const SEXES = [
  { value: 'F', label: 'Femenino' },
  { value: 'M', label: 'Masculino' },
  { value: 'X', label: 'Otro' },
]

interface Props {
  draft: Draft
  errors: FieldErrors
  today: Day
}

/** Step 1 of the registration: identity and password. */
export function RegisterIdentity({ draft, errors, today }: Props) {
  return (
    <>
      <EmailField defaultValue={draft.email} error={errors.email} />
      <FieldPair>
        <Field
          label="Nombre"
          name="firstName"
          autoComplete="given-name"
          maxLength={60}
          defaultValue={draft.firstName}
          error={errors.firstName}
        />
        <Field
          label="Apellido"
          name="firstSurname"
          autoComplete="family-name"
          maxLength={60}
          defaultValue={draft.firstSurname}
          error={errors.firstSurname}
        />
      </FieldPair>
      <Field
        label="Cédula de identidad"
        hint="Con el dígito verificador, por ejemplo 1.234.567-2."
        name="documentNumber"
        autoComplete="off"
        inputMode="numeric"
        maxLength={20}
        defaultValue={draft.documentNumber}
        error={errors.documentNumber}
      />
      <FieldPair>
        <Field
          label="Fecha de nacimiento"
          name="birthdate"
          type="date"
          autoComplete="bday"
          max={toInput(today)}
          defaultValue={draft.birthdate}
          error={errors.birthdate}
        />
        <Select
          label="Sexo"
          name="sex"
          autoComplete="sex"
          placeholder="Elegí"
          options={SEXES}
          defaultValue={draft.sex}
          error={errors.sex}
        />
      </FieldPair>
      <NewPasswordField label="Contraseña" error={errors.password} />
    </>
  )
}
