import { useLocation } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#app/context.ts'
import { useUnreadNotifications } from '#app/features/notifications/useUnreadNotifications.ts'
import { barFor, firstRowsFor, menuFor, parentScreen, payFor } from '#app/features/shell/menu.ts'
import { SignOut } from '#app/features/shell/SignOut.tsx'
import { UserSummary } from '#kit/display/UserSummary.tsx'
import { AppLayout, type ParentScreen } from '#kit/layout/AppLayout.tsx'
import { SideMenu } from '#kit/layout/SideMenu.tsx'

interface Props {
  title: string
  /** At the right of the title: at most two icon buttons. */
  actions?: ReactNode
  /** The screen to which the back link leads, where one route has several screens; by default that of the route. */
  parent?: ParentScreen
  /** Uses the whole width beside the menu. */
  full?: boolean
  children: ReactNode
}

const useRoute = () => useLocation({ select: ({ pathname }) => pathname })

/** The layout of the signed-in screens with the app's menu, and the way back to the screen above. */
export function AppScreen(props: Props) {
  const roles = useSession()?.user.roles ?? []
  const url = useRoute()
  const bar = barFor(roles, url).map((item) => ({ ...item, icon: menuIcon(item.icon) }))
  const parent = props.parent ?? parentScreen(roles, url)
  return <AppLayout {...props} menu={<AppMenu />} bar={bar} parent={parent} />
}

/** The side menu of the app: the user, the button that pays, the routes, theme and sign-out. */
function AppMenu() {
  const session = useSession()
  const url = useRoute()
  if (!session) return null
  const { user } = session
  const pay = payFor(user.roles, url)
  const rows = [...firstRowsFor(user.roles, url), ...menuFor(user.roles, url)]
  const entries = rows.map((item) => ({
    ...item,
    icon: menuIcon(item.icon),
    badge: item.url === '/notification' && <UnreadBadge />,
  }))
  return (
    <SideMenu
      entries={entries}
      action={pay && { ...pay, icon: menuIcon(pay.icon) }}
      header={<UserSummary name={`${user.firstName} ${user.firstSurname}`} detail={user.email} />}
      signOut={<SignOut />}
    />
  )
}

/** Decorative: the title of the entry is beside it. */
const menuIcon = (Icon: LucideIcon) => <Icon aria-hidden="true" size={22} className="shrink-0" />

const MAX_UNREAD = 99

/** The number of unread notifications, beside the menu entry; nothing while it is 0 or unknown. */
function UnreadBadge() {
  const count = useUnreadNotifications()?.length ?? 0
  if (count === 0) return null
  return (
    <span className="figures ml-auto min-w-6 rounded-full bg-brand px-2 text-center text-sm leading-6 font-semibold text-on-brand">
      <span aria-hidden="true">{count > MAX_UNREAD ? `${MAX_UNREAD}+` : count}</span>
      <span className="sr-only">{`, ${count} sin leer`}</span>
    </span>
  )
}
