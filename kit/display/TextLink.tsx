import type { ReactNode } from 'react'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { linkClasses } from '#kit/style/linkClasses.ts'

interface Props {
  /** A route, from its slash on. */
  to: string
  search?: Record<string, string>
  children: ReactNode
}

/** A link among words or beside a title, tall enough for a thumb. */
export function TextLink(props: Props) {
  return <RouteLink {...props} className={linkClasses} />
}
