import { Link } from '@tanstack/react-router'
import type { ComponentProps, FunctionComponent } from 'react'

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** A route of the program that is running, from its slash on: `/listPayment`. */
  to: string
  search?: Record<string, string>
}

// The kit serves several programs, so a route is a string here; each program's tests know its own.
const AnyLink = Link as unknown as FunctionComponent<Props>

/** A link to another screen: loads its chunk and its data on intent. */
export function RouteLink(props: Props) {
  return <AnyLink {...props} />
}
