import type { ReactNode } from 'react'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

export const MOTTO = 'La red, en orden.'

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  lead?: string
  children: ReactNode
}

/** The layout of login and of the second factor. */
export function ConsoleAuthLayout(props: Props) {
  return <AuthLayout {...props} motto={MOTTO} />
}
