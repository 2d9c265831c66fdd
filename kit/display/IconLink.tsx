import type { ReactNode } from 'react'
import { RouteLink } from '#kit/display/RouteLink.tsx'

interface Props {
  /** A route with its leading slash. */
  to: string
  /** Its accessible name. */
  label: string
  icon: ReactNode
}

/** A link with an icon only, 48 px square. */
export function IconLink({ to, label, icon }: Props) {
  return (
    <RouteLink
      to={to}
      aria-label={label}
      title={label}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full text-ink transition hover:bg-sunken active:scale-95"
    >
      {icon}
    </RouteLink>
  )
}
