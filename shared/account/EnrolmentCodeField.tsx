import { Field } from '#kit/form/Field.tsx'

interface Props {
  name: string
  error: string | undefined
}

/** The one-time code of `npm run role`, with or without hyphens. */
export function EnrolmentCodeField(props: Props) {
  return (
    <Field
      {...props}
      label="Código de activación"
      hint="Te lo da quien administra la red: 16 letras y números, con guiones o sin ellos."
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
    />
  )
}
