import { useLocation } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { useSession } from '#app/context.ts'
import { UnreadBadge } from '#app/parts/notifications/UnreadBadge.tsx'
import { MenuIcon } from '#app/parts/shell/MenuIcon.tsx'
import { menuFor } from '#app/parts/shell/menu.ts'
import { SignOut } from '#app/parts/shell/SignOut.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { UserSummary } from '#kit/display/UserSummary.tsx'
import { SideMenu } from '#kit/layout/SideMenu.tsx'
import { ThemeSwitch } from '#kit/layout/ThemeSwitch.tsx'

/** The side menu of the app: the user with a link to home, the routes, theme and sign-out. */
export function AppMenu() {
  const session = useSession()
  const url = useLocation({ select: ({ pathname }) => pathname })
  if (!session) return null
  const { user } = session
  const entries = menuFor(user.roles, url).map((item) => ({
    ...item,
    icon: <MenuIcon name={item.icon} />,
    badge: item.icon === 'notifications' && <UnreadBadge />,
  }))
  return (
    <SideMenu
      entries={entries}
      header={
        <RouteLink to="/main" className="flex items-center gap-3 rounded-control py-1 pr-3">
          <span className="min-w-0 flex-1">
            <UserSummary name={`${user.firstName} ${user.firstSurname}`} detail={user.email} />
          </span>
          <House aria-hidden="true" size={20} className="shrink-0 text-soft" />
          <span className="sr-only">Ir al inicio</span>
        </RouteLink>
      }
      footer={
        <div className="flex flex-col gap-3">
          <ThemeSwitch />
          <SignOut />
        </div>
      }
    />
  )
}
