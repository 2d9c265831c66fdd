import { Fragment, type ReactNode } from 'react'
import { ButtonLink, RouteLink } from '#kit/display/RouteLink.tsx'
import type { NavEntry } from '#kit/layout/AppLayout.tsx'
import { ThemeSwitch } from '#kit/layout/ThemeSwitch.tsx'

/** One entry of the side menu (docs/specification.md, "Side menu"). */
interface MenuEntry extends NavEntry {
  view: boolean
  /** At the right of the title: a count. */
  badge?: ReactNode
  /** The heading above the entries that follow each other with the same one; none when it is left out. */
  group?: string
}

interface Props {
  entries: readonly MenuEntry[]
  /** Above the entries: the user. */
  header?: ReactNode
  /** The button above the entries; where it is the current one, it looks like a current entry. */
  action?: NavEntry | undefined
  /** Below the entries, after the theme; without it both are elsewhere. */
  signOut?: ReactNode
  /** For a menu of twenty entries: with a mouse they are 32 px high, and in a low window their headings are lines. */
  dense?: boolean
}

/** The program's main navigation. AppLayout draws it at the side or in the drawer. */
export function SideMenu({ entries, header, action, signOut, dense = false }: Props) {
  const look = LOOKS[dense ? 'dense' : 'wide']
  return (
    <div className={`flex flex-1 flex-col ${look.frame}`}>
      {header}
      <nav aria-label="Principal" className="@container flex-1">
        {action && (
          <div className="mb-4">
            {action.current ? <MenuRow {...action} look={look.row} /> : <Action {...action} />}
          </div>
        )}
        {groupsOf(entries.filter((entry) => entry.view)).map(({ group, first, members }) => (
          <Fragment key={first.url}>
            {group && (
              <p className={`font-semibold text-soft @max-[13rem]:px-2 ${look.heading}`}>{group}</p>
            )}
            <ul
              className={`flex flex-col ${look.list} ${first === entries[0] ? '' : group ? look.headed : look.bare}`}
              {...(group && { 'aria-label': group })}
            >
              {members.map((entry) => (
                <li key={entry.url}>
                  <MenuRow {...entry} look={look.row} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
      {signOut && (
        <div className="flex flex-col gap-3">
          <ThemeSwitch />
          {signOut}
        </div>
      )}
    </div>
  )
}

/** In a window as low as this the headings of a dense menu are lines: 21 entries fit 800 px. */
const LOOKS = {
  wide: {
    frame: 'gap-6 p-4',
    heading: 'mt-5 mb-1 px-4 text-sm',
    list: 'gap-1',
    headed: '',
    bare: 'mt-5',
    row: 'min-h-11 gap-3.5 px-4 py-2',
  },
  dense: {
    frame: 'px-3 pb-2',
    heading: 'mt-2 px-3 text-xs low:sr-only',
    list: '',
    headed: 'low:mt-1 low:border-t low:border-line low:pt-1',
    bare: 'mt-1 border-t border-line pt-1',
    row: 'min-h-11 gap-3 px-3 dense:min-h-8 dense:gap-2 dense:px-2 dense:text-sm',
  },
}

const Action = ({ icon, title, url }: NavEntry) => (
  <ButtonLink to={url} wide>
    {icon}
    <span className="min-w-0 wrap-anywhere">{title}</span>
  </ButtonLink>
)

interface RowProps extends NavEntry, Pick<MenuEntry, 'badge'> {
  look: string
}

function MenuRow({ icon, title, url, current, badge, look }: RowProps) {
  return (
    <RouteLink
      to={url}
      ref={current ? showCurrent : undefined}
      aria-current={current ? 'true' : undefined}
      className={`@max-[13rem]:px-2 @max-[13rem]:[&>svg]:hidden flex items-center rounded-control font-medium text-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-brand-tint aria-[current]:font-semibold aria-[current]:text-brand-text ${look}`}
    >
      {icon}
      <span className="min-w-0 wrap-anywhere hyphens-auto">{title}</span>
      {badge}
    </RouteLink>
  )
}

/** The entries in runs of the same group. */
function groupsOf(entries: readonly MenuEntry[]) {
  const groups: { group: string; first: MenuEntry; members: MenuEntry[] }[] = []
  for (const entry of entries) {
    const { group = '' } = entry
    const last = groups.at(-1)
    if (last?.group === group) last.members.push(entry)
    else groups.push({ group, first: entry, members: [entry] })
  }
  return groups
}

/**
 * Scrolls a menu that is longer than the window to the current entry: each screen draws its menu anew.
 * Before the next frame is drawn, not in the commit: to read the boxes there would force another layout.
 */
function showCurrent(link: HTMLElement | null): void {
  const menu = link?.closest('aside')
  if (!link || !menu) return
  requestAnimationFrame(() => {
    const [box, frame] = [link.getBoundingClientRect(), menu.getBoundingClientRect()]
    if (box.top < frame.top || box.bottom > frame.bottom)
      menu.scrollTop += box.top - frame.top - frame.height / 3
  })
}
