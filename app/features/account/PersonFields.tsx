import type { ReactNode } from 'react'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { DayField } from '#kit/form/DayField.tsx'
import { Field, Select } from '#kit/form/Field.tsx'

const SEXES = [
  { value: 'F', label: 'Femenino' },
  { value: 'M', label: 'Masculino' },
  { value: 'X', label: 'Otro' },
]

interface IdentityProps {
  /** The document: typed at the registration, only shown afterwards. */
  children: ReactNode
  /** Follows the hint of the date of birth. */
  birthdateNote?: string
}

export function IdentityFields({ children, birthdateNote }: IdentityProps) {
  return (
    <>
      <FieldPair>
        <Field label="Nombre" name="firstName" autoComplete="given-name" maxLength={60} />
        <Field label="Apellido" name="firstSurname" autoComplete="family-name" maxLength={60} />
      </FieldPair>
      {children}
      <FieldPair>
        <DayField
          label="Fecha de nacimiento"
          hint={['Día, mes y año: 15/03/1987.', birthdateNote].filter(Boolean).join(' ')}
          name="birthdate"
          autoComplete="bday"
        />
        <Select label="Sexo" name="sex" autoComplete="sex" placeholder="Elegí" options={SEXES} />
      </FieldPair>
    </>
  )
}

export function ContactFields() {
  return (
    <>
      <Field
        label="Celular"
        hint="Por ejemplo 099 123 456."
        name="mobile"
        type="tel"
        autoComplete="tel"
        maxLength={30}
      />
      <Field label="Calle y número" name="street" autoComplete="address-line1" maxLength={120} />
      <FieldPair>
        <Field label="Ciudad" name="city" autoComplete="address-level2" maxLength={40} />
        <Field label="País" name="country" autoComplete="country-name" maxLength={36} />
      </FieldPair>
    </>
  )
}
