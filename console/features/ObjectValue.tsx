import { kindOf } from '#contract/console/objectKinds.ts'
import type { ObjectValue as Value } from '#contract/console/objectPage.ts'
import { shortDate } from '#contract/dates.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Money } from '#kit/display/Money.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { type Cell, decimalCell, integerCell } from '#kit/format/csv.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import { litres, points } from '#kit/format/numbers.ts'

export const objectPath = ({ kind, id }: NonNullable<Value['link']>): string =>
  `${kindOf(kind).path}/${encodeURIComponent(id)}`

/** Where a link leads: to an object, or to the list of its kind with filters. */
const addressOf = ({ search, ...link }: NonNullable<Value['link']>) =>
  search ? { to: kindOf(link.kind).path, search } : { to: objectPath(link) }

/** A value of a list or page; only words break into lines, an email after its @. @param plain without its link, inside of another one */
export function ObjectValue({ value, plain = false }: { value: Value; plain?: boolean }) {
  if (value.link && !plain)
    return <TextLink {...addressOf(value.link)}>{valueText(value) || '—'}</TextLink>
  if (value.cents !== undefined)
    return <Money cents={value.cents} {...(value.currency && { currency: value.currency })} />
  const text = valueText(value)
  if (value.tone && text) return <Badge tone={value.tone}>{text}</Badge>
  if (value.text === undefined) return text && <span className="whitespace-nowrap">{text}</span>
  const at = text.indexOf('@') + 1
  if (at === 0) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

/** A value as a text in es-UY. */
export function valueText({ stamp, day, count, millilitres, text = '' }: Value): string {
  if (stamp !== undefined) return dateAndTime(stamp)
  if (day !== undefined) return shortDate(day)
  if (count !== undefined) return points(count)
  return millilitres === undefined ? text : litres(millilitres)
}

export const isEmpty = (value: Value): boolean =>
  value.cents === undefined && valueText(value) === ''

export function valueCell(value: Value): Cell {
  if (value.cents !== undefined) return decimalCell(value.cents, 2)
  if (value.millilitres !== undefined) return decimalCell(value.millilitres, 3)
  return value.count === undefined ? valueText(value) : integerCell(value.count)
}
