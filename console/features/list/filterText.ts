import type { ListFilter } from '#contract/console/objectKind.ts'
import { shortDate } from '#contract/dates.ts'
import { money } from '#kit/format/numbers.ts'

/** The two sides of a range `from-until`; either may be empty. */
export function sidesOf(range: string): [from: string, until: string] {
  const [from = '', until = ''] = range.split('-')
  return [from, until]
}

/** The range of two sides; empty when both are. */
export const rangeOf = (from: string, until: string): string =>
  from === '' && until === '' ? '' : `${from}-${until}`

/** A period or a range of amounts in words; empty for none. */
export function rangeText(type: ListFilter['type'], range: string): string {
  const text = (side: string) =>
    side === '' ? '' : type === 'amount' ? money(Number(side)) : shortDate(side)
  const [from, until] = sidesOf(range).map(text)
  if (!from) return until ? `Hasta ${until}` : ''
  if (!until) return `Desde ${from}`
  return from === until ? from : `${from} a ${until}`
}

/**
 * A filter that is set, in the words of the list.
 * @param text what its id stands for, where it has one
 */
export function filterText(filter: ListFilter | undefined, value: string, text?: string): string {
  if (filter?.type === 'period' || filter?.type === 'amount') return rangeText(filter.type, value)
  return text ?? filter?.options?.find((option) => option.value === value)?.label ?? value
}
