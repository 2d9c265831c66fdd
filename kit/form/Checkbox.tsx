import { type ComponentProps, type ReactNode, use, useId } from 'react'
import { describedBy, FieldError, FormContext } from '#kit/form/Field.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'children'> {
  children: ReactNode
}

export function Checkbox({ children, ...input }: Props) {
  const error = use(FormContext).errors[input.name ?? '']
  const id = useId()
  return (
    <div>
      <label className="flex min-h-12 items-center gap-3">
        <input {...input} {...describedBy(id, { error })} type="checkbox" />
        <span>{children}</span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
