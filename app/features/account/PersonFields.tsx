import type { ReactNode } from 'react'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { FieldErrors } from '#kit/form/useFormValidation.ts'

const SEXES = [
  { value: 'F', label: 'Femenino' },
  { value: 'M', label: 'Masculino' },
  { value: 'X', label: 'Otro' },
]

interface Props {
  /** The values at first, by the name of the field. */
  values: Readonly<Record<string, string | undefined>>
  errors: FieldErrors
}

/** What the contract calls a field of a person, and how the browser knows it. */
const FIELDS = {
  firstName: { label: 'Nombre', autoComplete: 'given-name', maxLength: 60 },
  firstSurname: { label: 'Apellido', autoComplete: 'family-name', maxLength: 60 },
  mobile: {
    label: 'Celular',
    hint: 'Por ejemplo 099 123 456.',
    type: 'tel',
    autoComplete: 'tel',
    maxLength: 30,
  },
  street: { label: 'Calle y número', autoComplete: 'address-line1', maxLength: 120 },
  city: { label: 'Ciudad', autoComplete: 'address-level2', maxLength: 40 },
  country: { label: 'País', autoComplete: 'country-name', maxLength: 36 },
}

const drawn = ({ values, errors }: Props, name: keyof typeof FIELDS) => (
  <Field {...FIELDS[name]} name={name} defaultValue={values[name]} error={errors[name]} />
)

interface IdentityProps extends Props {
  /** The document: typed at the registration, only shown afterwards. */
  children: ReactNode
  /** Follows the hint of the date of birth. */
  birthdateNote?: string
}

/** Names, document, date of birth and sex: who a person is. */
export function IdentityFields({ children, birthdateNote, ...props }: IdentityProps) {
  const { values, errors } = props
  return (
    <>
      <FieldPair>
        {drawn(props, 'firstName')}
        {drawn(props, 'firstSurname')}
      </FieldPair>
      {children}
      <FieldPair>
        <BirthdateField
          defaultValue={values.birthdate}
          error={errors.birthdate}
          {...(birthdateNote && { note: birthdateNote })}
        />
        <Select
          label="Sexo"
          name="sex"
          autoComplete="sex"
          placeholder="Elegí"
          options={SEXES}
          defaultValue={values.sex}
          error={errors.sex}
        />
      </FieldPair>
    </>
  )
}

/** Mobile and address: how to reach a person. */
export function ContactFields(props: Props) {
  return (
    <>
      {drawn(props, 'mobile')}
      {drawn(props, 'street')}
      <FieldPair>
        {drawn(props, 'city')}
        {drawn({ ...props, values: { country: 'Uruguay', ...props.values } }, 'country')}
      </FieldPair>
    </>
  )
}

interface BirthdateFieldProps {
  defaultValue: string | undefined
  error: string | undefined
  /** Follows the hint. */
  note?: string
}

/**
 * A date of birth, typed with the day first. The browser's own date field follows the language of the
 * browser, which may put the month first, and takes many steps back to a year of birth.
 */
function BirthdateField({ note, ...props }: BirthdateFieldProps) {
  return (
    <Field
      {...props}
      label="Fecha de nacimiento"
      hint={['Día, mes y año: 15/03/1987.', note].filter(Boolean).join(' ')}
      name="birthdate"
      autoComplete="bday"
      inputMode="numeric"
      maxLength={12}
      onInput={({ currentTarget }) => {
        currentTarget.value = withSlashes(currentTarget.value)
      }}
    />
  )
}

/** Adds the slashes to digits typed in a row: a phone's numeric keyboard has none. */
const withSlashes = (typed: string): string =>
  typed.replace(/^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(\d{1,4})$/, '$1/$2/$3')
