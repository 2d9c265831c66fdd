import type { ReactNode } from 'react'
import { Go } from '#kit/Go.tsx'
import { linkLook } from '#kit/linkLook.ts'

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
