import { Fragment, type ReactNode, useState } from 'react'
import { ButtonLink, RouteLink } from '#kit/display/RouteLink.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import type { NavEntry } from '#kit/layout/AppLayout.tsx'
import { chooseTheme, storedTheme, type Theme } from '#kit/style/theme.ts'

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
  header: ReactNode
  /** The button above the entries; where it is the current one, it looks like a current entry. */
  action?: NavEntry | undefined
  /** Below the entries, after the theme. */
  signOut: ReactNode
}

/** The program's main navigation. AppLayout draws it at the side or in the drawer. */
export function SideMenu({ entries, header, action, signOut }: Props) {
  return (
    <div className="flex flex-1 flex-col gap-6 p-4">
      {header}
      <nav aria-label="Principal" className="@container flex-1">
        {action && (
          <div className="mb-4">
            {action.current ? <MenuRow {...action} /> : <Action {...action} />}
          </div>
        )}
        {groupsOf(entries.filter((entry) => entry.view)).map(({ group, first, members }) => (
          <Fragment key={first.url}>
            {group && (
              <p className="mt-5 mb-1 px-4 text-sm font-semibold text-soft @max-[13rem]:px-2">
                {group}
              </p>
            )}
            <ul
              className={`flex flex-col gap-1 ${group || first === entries[0] ? '' : 'mt-5'}`}
              {...(group && { 'aria-label': group })}
            >
              {members.map((entry) => (
                <li key={entry.url}>
                  <MenuRow {...entry} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
      <div className="flex flex-col gap-3">
        <ThemeSwitch />
        {signOut}
      </div>
    </div>
  )
}

const Action = ({ icon, title, url }: NavEntry) => (
  <ButtonLink to={url} wide>
    {icon}
    <span className="min-w-0 wrap-anywhere">{title}</span>
  </ButtonLink>
)

function MenuRow({ icon, title, url, current, badge }: NavEntry & Pick<MenuEntry, 'badge'>) {
  return (
    <RouteLink
      to={url}
      ref={current ? showCurrent : undefined}
      aria-current={current ? 'true' : undefined}
      className="@max-[13rem]:px-2 @max-[13rem]:[&>svg]:hidden flex min-h-11 items-center gap-3.5 rounded-control px-4 py-2 font-medium text-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-brand-tint aria-[current]:font-semibold aria-[current]:text-brand-text"
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

const OPTIONS = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'system', label: 'Auto' },
] as const

/** Selects the light, dark or system theme, and stores the choice. */
function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme)
  const choose = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return <SegmentedControl label="Colores" options={OPTIONS} value={theme} onChange={choose} />
}
