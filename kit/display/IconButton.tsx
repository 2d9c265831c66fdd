import type { ComponentProps, ReactNode } from 'react'
import { RouteLink } from '#kit/display/RouteLink.tsx'

interface Face {
  label: string
  icon: ReactNode
}

const LOOK =
  'inline-flex size-12 shrink-0 items-center justify-center rounded-full text-ink transition hover:bg-sunken active:scale-95'

type Props = Face & Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'>

export function IconButton({ label, icon, type = 'button', ...rest }: Props) {
  return (
    <button {...rest} type={type} aria-label={label} title={label} className={LOOK}>
      {icon}
    </button>
  )
}

/** Beside a value, in the height of its line. */
export function SmallIconButton({ label, icon, ...rest }: Omit<Props, 'type'>) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className="-my-3 -mr-3 ml-1 inline-flex size-11 shrink-0 items-center justify-center rounded-full align-middle text-soft transition hover:bg-sunken active:scale-95"
    >
      {icon}
    </button>
  )
}

export function IconLink({ to, label, icon }: Face & { to: string }) {
  return (
    <RouteLink to={to} aria-label={label} title={label} className={LOOK}>
      {icon}
    </RouteLink>
  )
}
