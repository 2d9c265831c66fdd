import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { RouteLink } from '#kit/display/RouteLink.tsx'

/** One entry of the bar or of the side menu. */
export interface NavEntry {
  /** In the bar one short word. */
  title: string
  /** A route with its leading slash. */
  url: string
  icon: ReactNode
  /** Whether it is the current screen; in the bar also when the current screen is below it. */
  current: boolean
}

interface Props {
  entries: readonly NavEntry[]
  onMenu: () => void
}

// As wide as its word and a share of the rest. In a bar that is narrow for its text every second
// entry stays in the menu.
const ENTRY =
  '@max-[18rem]:even:hidden flex min-h-16 min-w-11 flex-auto flex-col items-center justify-center gap-0.5 px-0.5 text-xs font-medium text-soft transition-colors focus-visible:-outline-offset-3 active:bg-sunken'

/** The main screens at the foot of a phone, within reach of a thumb, and the menu with the others. */
export function BottomBar({ entries, onMenu }: Props) {
  return (
    <div className="bottom-bar @container fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden">
      <nav aria-label="Accesos" className="mx-auto flex max-w-128">
        {entries.map(({ title, url, icon, current }) => (
          <RouteLink
            key={url}
            to={url}
            aria-current={current ? 'true' : undefined}
            className={`group ${ENTRY} aria-[current]:text-brand-text`}
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
