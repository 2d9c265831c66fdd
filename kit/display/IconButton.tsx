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

export function IconLink({ to, label, icon }: Face & { to: string }) {
  return (
    <RouteLink to={to} aria-label={label} title={label} className={LOOK}>
      {icon}
    </RouteLink>
  )
}
