import type { ReactNode } from 'react'
import { AppMenu } from '#app/parts/shell/AppMenu.tsx'
import { AppLayout } from '#kit/layout/AppLayout.tsx'

interface Props {
  /** The screen's only first heading, also the browser tab's name. */
  title: string
  /** At the right of the title: at most two icon buttons. */
  actions?: ReactNode
  /** Uses the whole width beside the menu. */
  full?: boolean
  children: ReactNode
}

/** The frame of every screen that needs a session: the kit's page with the app's menu. */
export function AppScreen(props: Props) {
  return <AppLayout {...props} menu={<AppMenu />} />
}
