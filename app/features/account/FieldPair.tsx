import type { ReactNode } from 'react'
import type { FieldErrors } from '#kit/form/Form.tsx'

/** Two short fields, side by side where the width allows. */
export function FieldPair({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-start gap-4">
      {children}
    </div>
  )
}

/** The values that the fields of a form have at first, and the errors of its validation, by name. */
export interface FormState {
  values: Readonly<Record<string, string | undefined>>
  errors: FieldErrors
}

/** The properties of a field of a form that its name determines. */
export const fieldOf = ({ values, errors }: FormState, name: string) => ({
  name,
  defaultValue: values[name],
  error: errors[name],
})
