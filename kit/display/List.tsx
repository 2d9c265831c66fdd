import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { RouteLink } from '#kit/display/RouteLink.tsx'

interface Props {
  label: string
  children: ReactNode
}

export function List({ label, children }: Props) {
  return (
    <ul
      aria-label={label}
      className="@container divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      {children}
    </ul>
  )
}

interface ListItemProps {
  /** A control before the item and outside of its link or button: a checkbox. */
  lead?: ReactNode
  /** Controls after it, likewise. */
  tail?: ReactNode
  mark?: ReactNode
  title: ReactNode
  detail?: ReactNode
  /** At the right: the amount. */
  trailing?: ReactNode
  /** Below the amount. */
  note?: ReactNode
  /** From 768 px the second child of `detail` is a column beside title and first child; the third is below it. */
  columns?: boolean
  /** Below both, over the whole width: what is unusual of it; empty for nothing. */
  remark?: string
  /** One of many short ones in a box. */
  slim?: boolean
  to?: string
  search?: Record<string, string>
  /** Runs on a click, for an item without a route. */
  onPress?: () => void
}

const LOOK = 'flex w-full min-w-0 items-center gap-3.5 px-4 text-left'
const HEIGHTS = { tall: 'min-h-18 py-3', slim: 'min-h-11 py-1.5 dense:min-h-9 dense:text-sm' }
// When large text leaves no room for both, the amount wraps below the title and stays at the
// right.
const LINE = 'flex flex-wrap items-baseline gap-x-3'
const COLUMNS =
  'md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(8.5rem,max-content)] md:items-baseline md:gap-x-4'
const CELLS =
  'md:contents md:[&>:first-child]:row-start-2 md:[&>:nth-child(n+2)]:col-start-2 md:[&>:nth-child(2)]:row-start-1'
const LIVE = `${LOOK} transition-colors hover:bg-sunken/50 active:bg-sunken focus-visible:-outline-offset-3 focus-visible:rounded-card`

/**
 * One item of a List: icon, title over detail, amount over note. Items outside of the viewport are
 * not laid out, so that hundreds of them stay fast.
 */
export function ListItem({
  lead,
  tail,
  mark,
  title,
  detail,
  trailing,
  note,
  columns = false,
  remark,
  slim = false,
  to,
  search = {},
  onPress,
}: ListItemProps) {
  const height = HEIGHTS[slim ? 'slim' : 'tall']
  const line = columns ? `${LINE} md:contents` : LINE
  const content = (
    <>
      {mark}
      <span className={`min-w-0 flex-1 ${columns ? COLUMNS : ''}`}>
        <span className={line}>
          <span className="min-w-0 flex-1 basis-[6rem] font-medium">{title}</span>
          {trailing && (
            <span
              className={`figures ml-auto text-right font-semibold ${columns ? 'md:col-start-3 md:row-start-1' : ''}`}
            >
              {trailing}
            </span>
          )}
        </span>
        {(detail || note) && (
          <span className={`${line} text-sm text-soft`}>
            <span className={`min-w-0 flex-1 basis-[6rem] ${columns ? CELLS : ''}`}>{detail}</span>
            {note && <span className="figures ml-auto text-right">{note}</span>}
          </span>
        )}
        {remark && <span className="mt-0.5 block text-sm text-sun-text">{remark}</span>}
      </span>
      {(to || onPress) && !trailing && (
        <ChevronRight
          aria-hidden="true"
          size={18}
          className="@max-[13rem]:hidden -mr-1 shrink-0 text-soft"
        />
      )}
    </>
  )
  return (
    <li className={`list-row ${lead || tail ? 'flex items-center' : ''}`}>
      {lead}
      {to ? (
        <RouteLink to={to} search={search} className={`${LIVE} ${height}`}>
          {content}
        </RouteLink>
      ) : onPress ? (
        <button type="button" onClick={onPress} className={`${LIVE} ${height}`}>
          {content}
        </button>
      ) : (
        <div className={`${LOOK} ${height}`}>{content}</div>
      )}
      {tail}
    </li>
  )
}
