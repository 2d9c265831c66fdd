import { useLocation } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#app/context.ts'
import { useUnreadNotifications } from '#app/features/notifications/useUnreadNotifications.ts'
import { barFor, menuFor, parentScreen, shortcutsFor } from '#app/features/shell/menu.ts'
import { SignOut } from '#app/features/shell/SignOut.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'
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

/** The side menu of the app: the user, shortcuts to home and to paying, the routes, theme and sign-out. */
function AppMenu() {
  const session = useSession()
  const url = useRoute()
  if (!session) return null
  const { user } = session
  const entries = menuFor(user.roles, url).map((item) => ({
    ...item,
    icon: menuIcon(item.icon),
    badge: item.url === '/notification' && <UnreadBadge />,
  }))
  return (
    <SideMenu
      entries={entries}
      header={
        <div className="flex flex-col gap-4">
          <UserSummary name={`${user.firstName} ${user.firstSurname}`} detail={user.email} />
          <nav aria-label="Accesos directos" className="grid grid-cols-2 gap-2 empty:hidden">
            {shortcutsFor(user.roles, url).map((item) => (
              <RouteLink
                key={item.url}
                to={item.url}
                aria-current={item.current ? 'true' : undefined}
                className="flex min-h-16 min-w-0 flex-col items-center justify-center gap-0.5 rounded-control bg-brand-tint px-2 py-2 text-sm font-semibold text-brand-text transition-colors hover:bg-brand-tint-strong aria-[current]:bg-brand aria-[current]:text-on-brand"
              >
                {menuIcon(item.icon)}
                <span className="max-w-full wrap-anywhere">{item.title}</span>
              </RouteLink>
            ))}
          </nav>
        </div>
      }
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
