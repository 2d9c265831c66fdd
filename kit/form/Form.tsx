import type { ComponentProps } from 'react'

/** Fields one below another. The browser's own bubbles are off: the contract's sentences speak. */
export function Form(props: Omit<ComponentProps<'form'>, 'className'>) {
  return <form noValidate {...props} className="flex flex-col gap-4" />
}
