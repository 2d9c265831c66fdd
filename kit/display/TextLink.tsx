import type { ReactNode } from 'react'
import { Go } from '#kit/display/RouteLink.tsx'
import { linkLook } from '#kit/style/linkClasses.ts'

interface Props {
  /** A route, from its slash on. */
  to: string
  search?: Record<string, string>
  children: ReactNode
}

/** A link among words or beside a title, tall enough for a thumb. */
export function TextLink(props: Props) {
  return <Go {...props} className={linkLook} />
}
