import { Field } from '#kit/form/Field.tsx'

/** A verification code, typed or pasted in any spacing and case. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Código"
      hint="Son 8 letras y números. Da lo mismo con guion o sin él, en mayúsculas o minúsculas."
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      error={error}
    />
  )
}
