import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { List, ListItem } from '#kit/display/List.tsx'

export interface Column<Item> {
  name: string
  cell: (item: Item) => ReactNode
  /**
   * Where the list item of a phone draws it: as the title, at the right of the title, in the
   * detail line, or in a line of its own below. Columns without a place are drawn in the table
   * only.
   */
  place?: 'title' | 'note' | 'detail' | 'below'
  /** Figures, at the right edge of the column. */
  isFigure?: boolean
  /**
   * The words of a cell. Such a column shares the width that the others leave, and is cut off at the
   * end of its lines; by default a column is as wide as its widest cell.
   */
  text?: (item: Item) => string
  /** A window of 1280 px cuts none of its words off: they are told apart by their ends, as numbers are. */
  uncut?: boolean
  /** The order of the items is that of the column; pressing its heading turns it round. */
  sort?: { direction: 'ascending' | 'descending'; turn: () => void }
}

/** Checkboxes before the items, to select several. */
interface TableSelection<Item> {
  isSelected: (item: Item) => boolean
  toggle: (item: Item) => void
  /** The accessible name of the item's checkbox; null: the item cannot be selected. */
  labelOf: (item: Item) => string | null
}

interface Props<Item> {
  /** The accessible name of the table or list. */
  label: string
  /** The first column is the name of the row and carries its button. */
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string
  onPress: (item: Item) => void
  selection?: TableSelection<Item> | undefined
  /** Lines of a row of the table at most, for columns with `text`; others wrap. */
  lines?: 1 | 2
}

/**
 * Items with the same fields: a table on a desktop, a List on a phone. The whole row is clickable.
 * `focusRow` moves the focus between the rows.
 */
export function Table<Item>(props: Props<Item>) {
  const isDesktop = useIsDesktop()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows move the focus between the rows' buttons
    <div data-rows="" onKeyDown={moveByArrows}>
      {isDesktop ? <WideTable {...props} /> : <Rows {...props} />}
    </div>
  )
}

/** Arrow up and down move the focus to the button of the row before and after. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step !== 0 && focusedRow() >= 0 && focusRow(step)) event.preventDefault()
}

const rowButtons = () => [
  ...document.querySelectorAll<HTMLElement>('[data-rows] :is(td, li) > button'),
]
/** The row of the screen's table that has the focus, counted from 0; -1 for none. */
export const focusedRow = (): number =>
  rowButtons().findIndex((button) => button.closest('tr, li')?.contains(document.activeElement))

/** Moves the focus down or up by some rows, to the first one from elsewhere; false at the end. */
export function focusRow(step: number): boolean {
  const next = rowButtons()[Math.max(0, focusedRow()) + (focusedRow() < 0 ? 0 : step)]
  next?.focus()
  return next !== undefined
}

/** With a mouse a row is 40 px high. */
const CELL = 'px-3 py-1.5 first:pl-4 last:pr-4 dense:py-0'
/** The cell of one line must not ask for width. */
const CUT = { 1: 'block truncate', 2: 'line-clamp-2 wrap-break-word' }

function WideTable<Item>({
  label,
  columns,
  items,
  keyOf,
  onPress,
  selection,
  lines = 1,
}: Props<Item>) {
  const shares = sharesOf(columns, items)
  const looks = columns.map(
    ({ text, uncut, isFigure }) =>
      `${CELL} ${text ? `max-w-0 ${uncut ? 'xl:max-w-none' : ''}` : 'max-w-64'} ${isFigure ? 'text-right whitespace-nowrap' : ''}`,
  )
  return (
    <div className="overflow-x-auto rounded-inner border border-line bg-surface shadow-card">
      <table aria-label={label} className="w-full text-left dense:text-sm">
        <thead>
          <tr className="border-b border-line text-sm text-soft">
            {selection && (
              <th scope="col" className="w-11">
                <span className="sr-only">Elegir</span>
              </th>
            )}
            {columns.map(({ name, isFigure, uncut, sort }, place) => (
              <th
                key={name}
                scope="col"
                aria-sort={sort?.direction}
                style={shares[place] ? shareStyle(shares[place]) : undefined}
                className={`h-11 ${uncut ? 'max-xl:w-(--share)' : 'w-(--share)'} px-3 font-medium whitespace-nowrap first:pl-4 last:pr-4 dense:h-9 ${isFigure ? 'text-right' : ''}`}
              >
                {sort ? <SortButton name={name} {...sort} /> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <tr
              key={keyOf(item)}
              className="relative transition-colors hover:bg-sunken/50 active:bg-sunken"
            >
              {selection && (
                <td className="relative z-1 pl-1.5">
                  <ItemCheckbox item={item} selection={selection} />
                </td>
              )}
              {columns.map(({ name, cell, text }, place) =>
                place === 0 ? (
                  <td key={name} className={looks[place]}>
                    {/* The whole line is its target. */}
                    <button
                      type="button"
                      title={text?.(item)}
                      onClick={() => onPress(item)}
                      className="flex min-h-11 w-full scroll-my-14 items-center text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus dense:min-h-[2.4375rem]"
                    >
                      <span className={text && `min-w-0 ${CUT[lines]}`}>{cell(item)}</span>
                    </button>
                  </td>
                ) : (
                  <td key={name} className={`figures text-soft ${looks[place]}`}>
                    {text ? (
                      <span title={text(item)} className={CUT[lines]}>
                        {cell(item)}
                      </span>
                    ) : (
                      cell(item)
                    )}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Characters up to which a text counts for the share of its column, and those that the padding of a cell takes. */
const [LONGEST, PADDING] = [36, 4]

/**
 * The part of the width that each column with `text` takes, in percent; 0 for the others. It follows the
 * mean length of its texts: by the longest a single long one would cut off what is short in every row.
 */
function sharesOf<Item>(columns: readonly Column<Item>[], items: readonly Item[]): number[] {
  const lengths = columns.map(({ text, name }) => {
    if (!text) return 0
    const texts = items.map((item) => Math.min(LONGEST, text(item).length)).filter(Boolean)
    const mean = texts.reduce((total, length) => total + length, 0) / (texts.length || 1)
    return PADDING + Math.max(name.length, mean)
  })
  const sum = lengths.reduce((total, length) => total + length, 0)
  return lengths.map((length) => sum && (100 * length) / sum)
}

/** The share as a custom property, which a class applies by the width of the window. */
const shareStyle = (percent: number) => ({ '--share': `${percent}%` }) as CSSProperties

function SortButton({
  name,
  direction,
  turn,
}: { name: string } & NonNullable<Column<never>['sort']>) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      title={direction === 'descending' ? 'Lo más viejo primero' : 'Lo más nuevo primero'}
      onClick={turn}
      className="-mx-2 inline-flex min-h-11 items-center gap-1 rounded-inner px-2 hover:text-ink dense:min-h-8"
    >
      {name}
      <Arrow aria-hidden="true" size={14} />
    </button>
  )
}

function ItemCheckbox<Item>({ item, selection }: { item: Item; selection: TableSelection<Item> }) {
  const label = selection.labelOf(item)
  if (label === null) return <span className="block size-11 dense:size-9" />
  return (
    <label className="flex size-11 shrink-0 items-center justify-center dense:size-9">
      <input
        type="checkbox"
        aria-label={label}
        checked={selection.isSelected(item)}
        onChange={() => selection.toggle(item)}
        className="dense:size-5"
      />
    </label>
  )
}
function Rows<Item>({ label, columns, items, keyOf, onPress, selection }: Props<Item>) {
  const drawn = (item: Item, at: Column<Item>['place']) =>
    columns
      .filter(({ place }) => place === at)
      .map(({ name, cell }) => ({ name, drawn: cell(item) }))
      .filter(({ drawn }) => drawn !== '')
      .map(({ name, drawn }, index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          {drawn}
        </Fragment>
      ))
  return (
    <List label={label}>
      {items.map((item) => (
        <ListItem
          key={keyOf(item)}
          lead={
            selection && (
              <span className="-mr-3 pl-1.5">
                <ItemCheckbox item={item} selection={selection} />
              </span>
            )
          }
          title={drawn(item, 'title')}
          trailing={<span className="text-sm font-normal text-soft">{drawn(item, 'note')}</span>}
          detail={
            <>
              {drawn(item, 'detail')}
              <span className="mt-1 block empty:hidden">{drawn(item, 'below')}</span>
            </>
          }
          onPress={() => onPress(item)}
        />
      ))}
    </List>
  )
}
