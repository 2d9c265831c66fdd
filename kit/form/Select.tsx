import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from '#kit/form/Field.tsx'

/** An option: the value and its label. */
export interface Option<Value extends string = string> {
  value: Value
  label: string
}

interface Props
  extends FieldTexts,
    Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> {
  options: readonly Option[]
  /** Drawn while nothing is selected; without it the first option is selected. */
  placeholder?: string
}

/** A choice of many options: the native select, with the phone's own picker. */
export function Select({ label, hint, error, options, placeholder, ...select }: Props) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {({ className, ...control }) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={`${className} appearance-none pr-11 text-ellipsis`}
          >
            {placeholder && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={20}
            className="pointer-events-none absolute inset-y-0 right-4 my-auto text-soft"
          />
        </div>
      )}
    </FieldFrame>
  )
}
