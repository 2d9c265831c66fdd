import { Link } from '@tanstack/react-router'
import type { ComponentProps, FunctionComponent } from 'react'

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
