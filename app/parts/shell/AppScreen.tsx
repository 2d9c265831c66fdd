import type { ReactNode } from 'react'
import { AppMenu } from '#app/parts/shell/AppMenu.tsx'
import { AppLayout } from '#kit/layout/AppLayout.tsx'

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  /** At the right of the title: at most two icon buttons. */
  actions?: ReactNode
  /** Uses the whole width beside the menu. */
  full?: boolean
  children: ReactNode
}

/** The layout of the signed-in screens with the app's menu. */
export function AppScreen(props: Props) {
  return <AppLayout {...props} menu={<AppMenu />} />
}
