import { useState } from 'react'
import * as z from 'zod/mini'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import type { ApiError } from '#kit/api/apiError.ts'

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
 * @param refusedFields the field that a refusal of the server is about
 */
export function useFormValidation(refusedFields: Partial<Record<RefusalReason, string>> = {}) {
  'use no memo'
  const [errors, setErrors] = useState<FieldErrors>({})
  const fieldOf = ({ reason }: ApiError) => reason && refusedFields[reason]
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
  /** Shows an error at a field. */
  const showAt = (form: HTMLFormElement, field: string, message: string) => {
    setErrors({ [field]: message })
    focusFirst(form, { [field]: message })
  }
  /** Shows a refusal of the server at its field, which it returns; `formError` is any other error. */
  const showRefusal = (form: HTMLFormElement, error: ApiError) => {
    const field = fieldOf(error)
    if (field) showAt(form, field, error.message)
    return field
  }
  /** The error of the form as a whole; null for one that is shown at its field. */
  const formError = (error: ApiError | null) => (error && fieldOf(error) ? null : error)
  return { errors, validate, showAt, showRefusal, formError }
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
