import type { ReactNode } from 'react'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { type ButtonKind, buttonClasses } from '#kit/style/buttonClasses.ts'

interface Props {
  /** A route with its leading slash. */
  to: string
  search?: Record<string, string>
  kind?: ButtonKind
  wide?: boolean
  children: ReactNode
}

/** A link with the appearance of a button, for navigation. */
export function ButtonLink({ kind = 'primary', wide = false, ...rest }: Props) {
  return <RouteLink {...rest} className={buttonClasses(kind, wide)} />
}
