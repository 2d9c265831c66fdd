import { Field } from '#kit/form/Field.tsx'

interface Props {
  defaultValue: string | undefined
  error: string | undefined
  /** Follows the hint. */
  note?: string
}

/**
 * A date of birth, typed with the day first. The browser's own date field follows the language of the
 * browser, which may put the month first, and takes many steps back to a year of birth.
 */
export function BirthdateField({ note, ...props }: Props) {
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
