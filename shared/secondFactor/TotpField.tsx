import { Field } from '#kit/form/Field.tsx'

interface Props {
  name: string
  label: string
  error: string | undefined
}

/** The six digits that an authenticator app shows now, with or without a space. */
export function TotpField(props: Props) {
  return (
    <Field
      {...props}
      hint="Seis números, que cambian cada medio minuto."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
    />
  )
}
