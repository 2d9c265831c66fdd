import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#app/context.ts'
import { AppMenu } from '#app/features/shell/AppMenu.tsx'
import { MenuIcon } from '#app/features/shell/MenuIcon.tsx'
import { barFor } from '#app/features/shell/menu.ts'
import { parentScreen } from '#app/features/shell/parentScreen.ts'
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

/** The layout of the signed-in screens with the app's menu, and the way back to the screen above. */
export function AppScreen(props: Props) {
  const roles = useSession()?.user.roles ?? []
  const url = useLocation({ select: ({ pathname }) => pathname })
  const bar = barFor(roles, url).map((item) => ({ ...item, icon: <MenuIcon name={item.icon} /> }))
  return <AppLayout {...props} menu={<AppMenu />} bar={bar} parent={parentScreen(roles, url)} />
}
