import { BirthdateField } from '#app/features/account/BirthdateField.tsx'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import type { Draft } from '#app/features/account/formDraft.ts'
import { SexField } from '#app/features/account/SexField.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Field } from '#kit/form/Field.tsx'
import type { FieldErrors } from '#kit/form/useFormValidation.ts'
import { NewPasswordField } from '#shared/account/NewPasswordField.tsx'

interface Props {
  draft: Draft
  errors: FieldErrors
}

/** Step 1 of the registration: identity and password. */
export function RegisterIdentity({ draft, errors }: Props) {
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
        <BirthdateField defaultValue={draft.birthdate} error={errors.birthdate} />
        <SexField defaultValue={draft.sex} error={errors.sex} />
      </FieldPair>
      <NewPasswordField label="Contraseña" error={errors.password} />
    </>
  )
}
