import { useLocation } from '@tanstack/react-router'
import { useSession } from '#app/context.ts'
import { UnreadBadge } from '#app/features/notifications/UnreadBadge.tsx'
import { MenuIcon } from '#app/features/shell/MenuIcon.tsx'
import { menuFor, shortcutsFor } from '#app/features/shell/menu.ts'
import { SignOut } from '#app/features/shell/SignOut.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { UserSummary } from '#kit/display/UserSummary.tsx'
import { SideMenu } from '#kit/layout/SideMenu.tsx'
import { ThemeSwitch } from '#kit/layout/ThemeSwitch.tsx'

/** The side menu of the app: the user, shortcuts to home and to paying, the routes, theme and sign-out. */
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
        <div className="flex flex-col gap-4">
          <UserSummary name={`${user.firstName} ${user.firstSurname}`} detail={user.email} />
          <nav aria-label="Accesos directos" className="grid grid-cols-2 gap-2 empty:hidden">
            {shortcutsFor(user.roles, url).map((item) => (
              <RouteLink
                key={item.url}
                to={item.url}
                className="flex min-h-16 min-w-0 flex-col items-center justify-center gap-0.5 rounded-control bg-brand-tint px-2 py-2 text-sm font-semibold text-brand-text transition-colors hover:bg-brand-tint-strong aria-[current=page]:bg-brand aria-[current=page]:text-on-brand"
              >
                <MenuIcon name={item.icon} />
                <span className="max-w-full wrap-anywhere">{item.title}</span>
              </RouteLink>
            ))}
          </nav>
        </div>
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
