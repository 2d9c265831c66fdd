import type { ComponentProps } from 'react'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { linkClasses } from '#kit/style/linkClasses.ts'

/** A link inside a text or beside a title, with a touch target of 44 px. */
export function TextLink(props: Omit<ComponentProps<typeof RouteLink>, 'className'>) {
  return <RouteLink {...props} className={linkClasses} />
}
