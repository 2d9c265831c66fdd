import type { ComponentProps, ReactNode } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  /** Its accessible name. */
  label: string
  icon: ReactNode
}

/** A button with an icon only, 48 px square. */
export function IconButton({ label, icon, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full text-ink transition hover:bg-sunken active:scale-95"
    >
      {icon}
    </button>
  )
}
