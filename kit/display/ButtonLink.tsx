import type { ComponentProps } from 'react'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { type ButtonKind, buttonClasses } from '#kit/style/buttonClasses.ts'

interface Props extends Omit<ComponentProps<typeof RouteLink>, 'className'> {
  kind?: ButtonKind
  wide?: boolean
}

/** A link with the appearance of a button, for navigation. */
export function ButtonLink({ kind = 'primary', wide = false, ...rest }: Props) {
  return <RouteLink {...rest} className={buttonClasses(kind, wide)} />
}
