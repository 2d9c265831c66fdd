import type { ReactNode } from 'react'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

interface Props {
  /** The screen's only first heading, also the browser tab's name. */
  title: string
  lead?: string
  children: ReactNode
}

/** The frame of the screens outside the console's own: entering, the second factor, nothing here. */
export function ConsoleAuthLayout(props: Props) {
  return <AuthLayout {...props} motto="La red, en orden." />
}
