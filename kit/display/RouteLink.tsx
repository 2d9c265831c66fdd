import { Link } from '@tanstack/react-router'
import type { ComponentProps, FunctionComponent } from 'react'
import { type ButtonKind, buttonClasses } from '#kit/style/buttonClasses.ts'
import { linkClasses } from '#kit/style/linkClasses.ts'

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** A route of the running program with its leading slash: `/listPayment`. */
  to: string
  search?: Record<string, string>
}

// The kit serves two programs with different routes, so a route is a string here; the tests of
// each program check its routes.
const AnyLink = Link as unknown as FunctionComponent<Props>

/**
 * A link to another screen. The router preloads its chunk and data when the pointer or the focus
 * reaches it.
 */
export function RouteLink(props: Props) {
  return <AnyLink {...props} />
}

interface ButtonLinkProps extends Omit<ComponentProps<typeof RouteLink>, 'className'> {
  kind?: ButtonKind
  wide?: boolean
}

export function ButtonLink({ kind = 'primary', wide = false, ...rest }: ButtonLinkProps) {
  return <RouteLink {...rest} className={buttonClasses(kind, wide)} />
}

/** A link inside a text or beside a title, with a touch target of 44 px. */
export function TextLink(props: Omit<ComponentProps<typeof RouteLink>, 'className'>) {
  return <RouteLink {...props} className={linkClasses} />
}
