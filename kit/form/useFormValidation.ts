import { useState } from 'react'
import * as z from 'zod/mini'

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/** Makes an empty text undefined, so that the contract's message for a missing field is shown. */
export const requiredText = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((text) => (text === '' ? undefined : text)),
    schema,
  )

/**
 * Validates a form of native fields with a schema. Messages are the contract's; the first field
 * with an error gets the focus. The typed values stay.
 */
export function useFormValidation() {
  const [errors, setErrors] = useState<FieldErrors>({})
  /** @returns null while a field has an error */
  const validate = <S extends z.ZodMiniType>(
    form: HTMLFormElement,
    schema: S,
  ): z.output<S> | null => {
    const result = z.safeParse(schema, Object.fromEntries(new FormData(form)))
    const messages = messagesByField(result.error)
    setErrors(messages)
    if (result.success) return result.data
    focusFirst(form, messages)
    return null
  }
  /** Shows a refusal of the server at the field that it is about. */
  const showAt = (form: HTMLFormElement, field: string, message: string) => {
    setErrors({ [field]: message })
    focusFirst(form, { [field]: message })
  }
  return { errors, validate, showAt }
}

function focusFirst(form: HTMLFormElement, messages: FieldErrors): void {
  const first = [...form.elements].find((field) => messages[(field as HTMLInputElement).name])
  ;(first as HTMLElement | undefined)?.focus()
}

function messagesByField(error: z.core.$ZodError | undefined): FieldErrors {
  const messages: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message
  return messages
}
