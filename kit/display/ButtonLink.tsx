import type { ReactNode } from 'react'
import { type ButtonKind, buttonClasses } from '#kit/style/buttonClasses.ts'
import { RouteLink } from '#kit/display/RouteLink.tsx'

interface Props {
  /** A route, from its slash on. */
  to: string
  search?: Record<string, string>
  kind?: ButtonKind
  wide?: boolean
  children: ReactNode
}

/** A link that looks like a button: for what leads somewhere instead of doing something. */
export function ButtonLink({ kind = 'primary', wide = false, ...rest }: Props) {
  return <RouteLink {...rest} className={buttonClasses(kind, wide)} />
}
