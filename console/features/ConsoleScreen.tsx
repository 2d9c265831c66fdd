import type { ReactNode } from 'react'
import { ConsoleMenu } from '#console/features/ConsoleMenu.tsx'
import { AppLayout } from '#kit/layout/AppLayout.tsx'

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  children: ReactNode
}

/** The layout of the console's screens with its menu, in the full width. */
export function ConsoleScreen(props: Props) {
  return <AppLayout {...props} full menu={<ConsoleMenu />} />
}
