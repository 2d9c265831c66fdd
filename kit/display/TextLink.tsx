import type { ReactNode } from 'react'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { linkClasses } from '#kit/style/linkClasses.ts'

interface Props {
  /** A route with its leading slash. */
  to: string
  search?: Record<string, string>
  /** A longer name for screen readers; it begins with the text. */
  'aria-label'?: string
  children: ReactNode
}

/** A link inside a text or beside a title, with a touch target of 44 px. */
export function TextLink(props: Props) {
  return <RouteLink {...props} className={linkClasses} />
}
