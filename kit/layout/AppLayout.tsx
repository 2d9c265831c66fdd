import { ChevronLeft, Menu, WifiOff, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { useIsOffline } from '#kit/browser/useIsOffline.ts'
import { usePageFocus } from '#kit/browser/usePageFocus.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { Logo } from '#kit/display/Logo.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { SkipLink } from '#kit/layout/SkipLink.tsx'

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  /** Drawn at the side of a wide window, and elsewhere when it is first opened. */
  menu: ReactNode
  /** The bar at the foot of a phone; without entries the menu opens from the top bar. */
  bar?: readonly NavEntry[]
  parent?: ParentScreen | null
  /** At the right of the title: at most two icon buttons. */
  actions?: ReactNode
  /** Uses the whole width beside the menu: a wide table. */
  full?: boolean
  /**
   * The user, beside the logo: given by a program for long work at a desktop, whose menu is narrower and
   * whose title and parent are one low line.
   */
  person?: ReactNode
  /** Between the title and the actions on a desktop. */
  tools?: ReactNode
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
  person,
  tools,
  children,
}: Props) {
  const look = LOOKS[person ? 'low' : 'high']
  const heading = usePageFocus(title)
  const drawer = useRef<HTMLDialogElement>(null)
  const wide = useIsDesktop()
  const [wasOpened, setWasOpened] = useState(false)
  const openMenu = () => {
    // The dialog focuses the first control that it has when it opens.
    flushSync(() => setWasOpened(true))
    drawer.current?.showModal()
  }
  const hasBar = bar.length > 0
  return (
    <div className={look.page}>
      <SkipLink />
      {wide && (
        <aside
          className={`fixed inset-y-0 left-0 z-10 flex flex-col overflow-y-auto border-r border-line bg-surface ${look.aside}`}
        >
          <div className={look.logo}>
            <RouteLink
              to="/"
              aria-label="Surtidor, ir al inicio"
              className="inline-flex min-h-12 items-center rounded-control px-2"
            >
              <Logo named={!person} />
            </RouteLink>
            {person}
          </div>
          {menu}
        </aside>
      )}
      <header className="top-bar sticky top-0 z-10 border-b border-line bg-paper/90 backdrop-blur-md supports-[height:env(safe-area-inset-top)]:pt-[env(safe-area-inset-top)] lg:static lg:border-transparent">
        <div
          className={`mx-auto flex min-h-16 items-center gap-1 px-2 lg:gap-y-0 ${look.head} ${full ? '' : 'lg:max-w-248'}`}
        >
          {!hasBar && !parent && (
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
            <div className={look.parent}>
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
            className={`min-w-0 px-1 text-[min(1.25rem,7.5vw)] font-bold tracking-tight wrap-anywhere lg:px-0 ${tools ? '' : 'flex-1'} ${look.title}`}
          >
            {title}
          </h1>
          {tools && <div className="min-w-0 flex-1">{tools}</div>}
          {actions}
        </div>
        <OfflineBanner />
      </header>
      <NavDrawer ref={drawer}>
        {wasOpened && person && <div className="px-3 pb-2">{person}</div>}
        {wasOpened && menu}
      </NavDrawer>
      <main
        id="content"
        tabIndex={-1}
        className={`mx-auto flex flex-col px-4 pb-[calc(var(--bottom-bar)+3rem)] ${look.content} ${full ? '' : 'max-w-176 lg:max-w-248'}`}
      >
        {children}
      </main>
      {hasBar && <BottomBar entries={bar} onMenu={openMenu} />}
    </div>
  )
}

const LOOKS = {
  high: {
    page: 'lg:pl-72',
    aside: 'w-72',
    logo: 'px-4 pt-5',
    head: 'lg:min-h-24 lg:flex-wrap lg:content-end lg:px-8',
    parent: 'lg:w-full',
    title: 'lg:text-3xl',
    content: 'gap-6 pt-4 lg:px-8',
  },
  low: {
    page: 'lg:pl-60',
    aside: 'w-60',
    logo: 'flex items-center gap-1 px-3 pt-1 pb-0.5 *:last:min-w-0 *:last:flex-1',
    head: 'lg:min-h-14 lg:px-6',
    parent: '',
    title: 'lg:text-xl',
    content: 'gap-6 pt-4 lg:px-6 lg:pt-2',
  },
}

/** The one place that says that there is no network; a list only gives the time of its answer. */
function OfflineBanner() {
  const offline = useIsOffline()
  return (
    <output className="block">
      {offline && (
        <span className="flex items-center justify-center gap-2 bg-sun-tint px-4 py-2 text-sm font-medium text-sun-text">
          <WifiOff aria-hidden="true" size={16} className="shrink-0" />
          Sin conexión: puede no estar al día.
        </span>
      )}
    </output>
  )
}

interface NavDrawerProps {
  /** The button that opens the drawer calls `showModal()`. */
  ref: RefObject<HTMLDialogElement | null>
  children: ReactNode
}

/**
 * The side menu on a phone. The browser's own modal dialog traps the focus, closes with Escape or
 * the back gesture and restores the focus, without a library in the first chunk.
 */
export function NavDrawer({ ref, children }: NavDrawerProps) {
  useEffect(() => {
    const dialog = ref.current
    // A click on the dialog element itself is a click outside of its panel; a link inside opens
    // another screen.
    const leave = ({ target }: MouseEvent) => {
      if (target === dialog || (target as Element).closest('a')) dialog?.close()
    }
    dialog?.addEventListener('click', leave)
    return () => dialog?.removeEventListener('click', leave)
  }, [ref])
  const wide = useIsDesktop()
  useEffect(() => {
    // The menu is at the side now: an open but invisible modal dialog would make the page inert.
    if (wide) ref.current?.close()
  }, [wide, ref])
  return (
    <dialog
      ref={ref}
      aria-label="Menú"
      className="drawer m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none overflow-y-auto bg-surface text-ink shadow-float lg:hidden"
    >
      <div className="flex min-h-full flex-col">
        <div className="flex items-center justify-between py-3 pr-2 pl-6">
          <Logo named />
          <IconButton
            label="Cerrar el menú"
            icon={<X aria-hidden="true" />}
            onClick={() => ref.current?.close()}
          />
        </div>
        <div className="flex flex-1 flex-col">{children}</div>
      </div>
    </dialog>
  )
}

/** One entry of the bar or of the side menu. */
export interface NavEntry {
  /** In the bar one short word. */
  title: string
  /** A route with its leading slash. */
  url: string
  icon: ReactNode
  /** Whether it is the current screen, or the one that the current screen is below of. */
  current: boolean
}

interface BottomBarProps {
  entries: readonly NavEntry[]
  onMenu: () => void
}

// As wide as its word and a share of the rest. In a bar that is narrow for its text every second
// entry stays in the menu.
const ENTRY =
  '@max-[18rem]:even:hidden flex min-h-16 min-w-11 flex-auto flex-col items-center justify-center gap-0.5 px-0.5 text-xs font-medium text-soft transition-colors focus-visible:-outline-offset-3 active:bg-sunken'

/** The main screens at the foot of a phone, within reach of a thumb, and the menu with the others. */
function BottomBar({ entries, onMenu }: BottomBarProps) {
  return (
    <div className="bottom-bar @container fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden">
      <nav aria-label="Accesos" className="mx-auto flex max-w-128">
        {entries.map(({ title, url, icon, current }) => (
          <RouteLink
            key={url}
            to={url}
            aria-current={current ? 'true' : undefined}
            className={`group ${ENTRY} aria-[current]:font-semibold aria-[current]:text-brand-text`}
          >
            <span className="rounded-full px-3.5 py-0.5 transition-colors group-aria-[current]:bg-brand-tint">
              {icon}
            </span>
            <span className="whitespace-nowrap">{title}</span>
          </RouteLink>
        ))}
        <button
          type="button"
          aria-label="Abrir el menú"
          aria-haspopup="dialog"
          onClick={onMenu}
          className={ENTRY}
        >
          <span className="px-3.5 py-0.5">
            <Menu aria-hidden="true" size={22} />
          </span>
          <span className="whitespace-nowrap">Menú</span>
        </button>
      </nav>
    </div>
  )
}

/** The screen that a screen belongs to. */
export interface ParentScreen {
  title: string
  /** A route with its leading slash. */
  url: string
}

/** Before the title of a screen: leads to the screen above it. An arrow on phones. */
function BackLink({ title, url }: ParentScreen) {
  return (
    <RouteLink
      to={url}
      aria-label={`Volver a ${title}`}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full font-medium text-ink transition hover:bg-sunken active:scale-95 lg:-ml-3 lg:size-auto lg:min-h-11 lg:rounded-control lg:pr-4 lg:pl-1.5 lg:text-brand-text"
    >
      <ChevronLeft aria-hidden="true" className="lg:size-5" />
      <span className="hidden lg:inline">{title}</span>
    </RouteLink>
  )
}
