import type { FieldTexts } from '#kit/form/FieldFrame.tsx'

/** The attributes that link a control to its error and hint, by the ids of FieldFrame. */
export function describedBy(id: string, { error, hint }: Pick<FieldTexts, 'error' | 'hint'>) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': Boolean(error), 'aria-describedby': ids || undefined }
}
