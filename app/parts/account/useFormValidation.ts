import { useState } from 'react'
import * as z from 'zod/mini'

/** The sentence about each field that is wrong, by the field's name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/** What is left empty is missing: said in the words that the contract has for that. */
export const required = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((typed) => (typed === '' ? undefined : typed)),
    schema,
  )

/**
 * Reads a form of native fields. What is wrong is said beside its field in the contract's words,
 * and the first of them gets the focus; what was typed stays as it is.
 */
export function useFormValidation() {
  const [wrong, setWrong] = useState<FieldErrors>({})
  /** @returns null while something is wrong */
  const read = <S extends z.ZodMiniType>(form: HTMLFormElement, schema: S): z.output<S> | null => {
    const written = z.safeParse(schema, Object.fromEntries(new FormData(form)))
    const found = sentences(written.error)
    setWrong(found)
    if (written.success) return written.data
    const first = [...form.elements].find((field) => found[(field as HTMLInputElement).name])
    ;(first as HTMLElement | undefined)?.focus()
    return null
  }
  return { wrong, read }
}

function sentences(error: z.core.$ZodError | undefined): FieldErrors {
  const found: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) found[String(path[0])] ??= message
  return found
}
