import type { ComponentProps } from 'react'

/**
 * Fields one below another. The browser's own validation is off: the sentences of the contract are
 * shown. While a button of the form is busy it is not submitted again: Enter submits a form of one
 * field also without a submit button.
 */
export function Form({ onSubmit, ...props }: Omit<ComponentProps<'form'>, 'className'>) {
  return (
    <form
      noValidate
      {...props}
      onSubmit={(event) => {
        event.preventDefault()
        if (!event.currentTarget.querySelector('[aria-busy=true]')) onSubmit?.(event)
      }}
      className="flex flex-col gap-4"
    />
  )
}
