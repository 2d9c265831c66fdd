import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
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
}

/**
 * Items with the same fields: a table on a desktop, a List on a phone. The whole row is clickable.
 */
export function Table<Item>(props: Props<Item>) {
  const isDesktop = useIsDesktop()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows move the focus between the rows' buttons
    <div onKeyDown={moveByArrows}>{isDesktop ? <WideTable {...props} /> : <Rows {...props} />}</div>
  )
}

/** Arrow up and down move the focus to the button of the row before and after. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const next = buttons[buttons.indexOf(event.target as HTMLElement) + step]
  if (step === 0 || !next) return
  event.preventDefault()
  next.focus()
}

function WideTable<Item>({ label, columns, items, keyOf, onPress, selection }: Props<Item>) {
  const [first, ...others] = columns
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface shadow-card">
      <table aria-label={label} className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-sm text-soft">
            {selection && (
              <th scope="col" className="w-14">
                <span className="sr-only">Elegir</span>
              </th>
            )}
            {columns.map(({ name }) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-3 font-medium first:pl-6 last:pr-6 ${selection ? 'nth-2:pl-2' : ''}`}
              >
                {name}
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
                <td className="relative z-1 py-1.5 pl-3">
                  <ItemCheckbox item={item} selection={selection} />
                </td>
              )}
              <td className={`min-w-36 py-1.5 pr-3 ${selection ? 'pl-2' : 'pl-6'}`}>
                {/* The whole line is its target. */}
                <button
                  type="button"
                  onClick={() => onPress(item)}
                  className="min-h-11 text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
                >
                  {first?.cell(item)}
                </button>
              </td>
              {others.map(({ name, cell }) => (
                <td
                  key={name}
                  className="figures max-w-64 px-3 py-1.5 wrap-break-word text-soft last:pr-6"
                >
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ItemCheckbox<Item>({ item, selection }: { item: Item; selection: TableSelection<Item> }) {
  const label = selection.labelOf(item)
  if (label === null) return <span className="block size-11" />
  return (
    <label className="flex size-11 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={selection.isSelected(item)}
        onChange={() => selection.toggle(item)}
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
