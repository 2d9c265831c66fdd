import { Menu } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { usePageFocus } from '#kit/browser/usePageFocus.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { Logo } from '#kit/display/Logo.tsx'
import { NavDrawer } from '#kit/layout/NavDrawer.tsx'
import { SkipLink } from '#kit/layout/SkipLink.tsx'

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  /** The program's SideMenu. */
  menu: ReactNode
  /** At the right of the title: at most two icon buttons. */
  actions?: ReactNode
  /** Uses the whole width beside the menu: a map, a wide table. */
  full?: boolean
  children: ReactNode
}

/**
 * The layout of the signed-in screens: top bar, menu (at the side, or in a drawer on phones),
 * content.
 */
export function AppLayout({ title, menu, actions, full = false, children }: Props) {
  const heading = usePageFocus(title)
  const drawer = useRef<HTMLDialogElement>(null)
  return (
    <div className="lg:pl-72">
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 hidden w-72 flex-col overflow-y-auto border-r border-line bg-surface lg:flex">
        <div className="px-6 pt-6">
          <Logo named />
        </div>
        {menu}
      </aside>
      <header className="sticky top-0 z-10 border-b border-line bg-paper/90 backdrop-blur-md supports-[height:env(safe-area-inset-top)]:pt-[env(safe-area-inset-top)] lg:static lg:border-transparent">
        <div
          className={`mx-auto flex min-h-16 items-center gap-1 px-2 lg:min-h-24 lg:items-end lg:px-8 ${full ? '' : 'lg:max-w-208'}`}
        >
          <div className="lg:hidden">
            <IconButton
              label="Abrir el menú"
              aria-haspopup="dialog"
              icon={<Menu aria-hidden="true" />}
              onClick={() => drawer.current?.showModal()}
            />
          </div>
          <h1
            ref={heading}
            tabIndex={-1}
            className="min-w-0 flex-1 px-1 text-xl font-bold tracking-tight lg:px-0 lg:text-3xl"
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
        className={`mx-auto flex flex-col gap-6 px-4 pt-4 pb-16 lg:px-8 ${full ? '' : 'max-w-176 lg:max-w-208'}`}
      >
        {children}
      </main>
    </div>
  )
}
