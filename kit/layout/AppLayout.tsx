import { Menu } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { usePageFocus } from '#kit/browser/usePageFocus.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { Logo } from '#kit/display/Logo.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { BackLink, type ParentScreen } from '#kit/layout/BackLink.tsx'
import { BottomBar, type NavEntry } from '#kit/layout/BottomBar.tsx'
import { NavDrawer } from '#kit/layout/NavDrawer.tsx'
import { SkipLink } from '#kit/layout/SkipLink.tsx'

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  /** The program's SideMenu. */
  menu: ReactNode
  /** The bar at the foot of a phone; without entries the menu opens from the top bar. */
  bar?: readonly NavEntry[]
  /** The screen above this one. */
  parent?: ParentScreen | null
  /** At the right of the title: at most two icon buttons. */
  actions?: ReactNode
  /** Uses the whole width beside the menu: a map, a wide table. */
  full?: boolean
  children: ReactNode
}

/**
 * The layout of the signed-in screens: top bar, menu (at the side, or in a drawer on phones),
 * content, and on phones a bar with the main screens.
 */
export function AppLayout({
  title,
  menu,
  bar = [],
  parent = null,
  actions,
  full = false,
  children,
}: Props) {
  const heading = usePageFocus(title)
  const drawer = useRef<HTMLDialogElement>(null)
  const openMenu = () => drawer.current?.showModal()
  const hasBar = bar.length > 0
  return (
    <div className="lg:pl-72">
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 hidden w-72 flex-col overflow-y-auto border-r border-line bg-surface lg:flex">
        <div className="px-4 pt-5">
          <RouteLink
            to="/"
            aria-label="Surtidor, ir al inicio"
            className="inline-flex min-h-12 items-center rounded-control px-2"
          >
            <Logo named />
          </RouteLink>
        </div>
        {menu}
      </aside>
      <header className="top-bar sticky top-0 z-10 border-b border-line bg-paper/90 backdrop-blur-md supports-[height:env(safe-area-inset-top)]:pt-[env(safe-area-inset-top)] lg:static lg:border-transparent">
        <div
          className={`mx-auto flex min-h-16 items-center gap-1 px-2 lg:min-h-24 lg:flex-wrap lg:content-end lg:gap-y-0 lg:px-8 ${full ? '' : 'lg:max-w-208'}`}
        >
          {!hasBar && (
            <div className="lg:hidden">
              <IconButton
                label="Abrir el menú"
                aria-haspopup="dialog"
                icon={<Menu aria-hidden="true" />}
                onClick={openMenu}
              />
            </div>
          )}
          {parent ? (
            <div className="lg:w-full">
              <BackLink {...parent} />
            </div>
          ) : (
            hasBar && (
              <div className="px-2 lg:hidden">
                <Logo />
              </div>
            )
          )}
          <h1
            ref={heading}
            tabIndex={-1}
            className="min-w-0 flex-1 px-1 text-[min(1.25rem,7.5vw)] font-bold tracking-tight wrap-anywhere lg:px-0 lg:text-3xl"
          >
            {title}
          </h1>
          {actions}
        </div>
      </header>
      <NavDrawer ref={drawer}>{menu}</NavDrawer>
      <main
        id="content"
        tabIndex={-1}
        className={`mx-auto flex flex-col gap-6 px-4 pt-4 pb-[calc(var(--bottom-bar)+3rem)] lg:px-8 ${full ? '' : 'max-w-176 lg:max-w-208'}`}
      >
        {children}
      </main>
      {hasBar && <BottomBar entries={bar} onMenu={openMenu} />}
    </div>
  )
}
