import type { ReactNode } from 'react'
import { ConsoleMenu } from '#console/parts/ConsoleMenu.tsx'
import { AppLayout } from '#kit/layout/AppLayout.tsx'

interface Props {
  /** The screen's only first heading, also the browser tab's name. */
  title: string
  children: ReactNode
}

/** The frame of every screen of the console: the kit's page, as wide as the desk, with its menu. */
export function ConsoleScreen(props: Props) {
  return <AppLayout {...props} full menu={<ConsoleMenu />} />
}
