import type { ListFilter, ObjectKind } from '#contract/console/objectKind.ts'
import type { ActionField } from '#contract/console/objectPage.ts'
import { isStamp } from '#contract/dates.ts'
import { personByEmail, personById } from '#db/accounts/people.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import type { ReadFilters } from '#server/console/consoleKind.ts'
import { maskedName } from '#server/console/maskedText.ts'
import type { Viewer } from '#server/console/viewer.ts'
import { refuse } from '#server/http/errors.ts'
import { spanOfDay } from '#server/payments/businessDay.ts'

/** The filters of a list, as its kind takes them. */
interface FiltersRead {
  values: ReadFilters
  /** The masked names of the persons of filters, by the names of the filters. */
  texts: Record<string, string>
  /** A number of a person that a filter is by; empty: none is. */
  number: string
}

/** The days of a period whose begin or end is left out. */
const [FIRST_DAY, LAST_DAY] = ['19000101', '29991231']
/** The id of no person: for an email that has none. */
const NO_PERSON = '00000000-0000-0000-0000-000000000000'

/** The choices of the filters whose choices are rows, of those that the kind's list answers. */
export const optionsOfRows = (
  { filters }: ObjectKind,
  options: Readonly<Record<string, ActionField['options'] | undefined>>,
): Record<string, ActionField['options']> =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([, { type, options: fixed }]) => type === 'choice' && !fixed)
      .map(([name]) => [name, [...(options[name] ?? [])]]),
  )

/**
 * Reads the filters of a list that are set.
 * @param options the choices of the filters whose choices are rows, by the names of the filters
 * @throws the refusal of a filter that the kind has not, whose value it does not take, or that the viewer is not offered
 */
export async function readFilters(
  db: Db,
  { filters }: ObjectKind,
  given: Readonly<Record<string, string>>,
  { roles }: Viewer,
  options: Readonly<Record<string, ActionField['options']>>,
): Promise<FiltersRead> {
  const values: Record<string, ReadFilters[string]> = {}
  const texts: Record<string, string> = {}
  let number = ''
  for (const [name, text] of Object.entries(given)) {
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
    if (filter && text === '') continue
    const isOffered = filter && (!filter.roles || filter.roles.some((role) => roles.includes(role)))
    const value = isOffered
      ? filter.type === 'driver'
        ? await personOf(db, text)
        : valueOf(filter, text, options[name])
      : null
    if (value === null)
      throw refuse(`El filtro «${filter?.label ?? name}» no es válido.`, 'invalid_request')
    if (filter?.isPersonal) number = text
    if (typeof value === 'object' && 'id' in value) {
      values[name] = value.id
      if (value.name) texts[name] = value.name
    } else values[name] = value
  }
  return { values, texts, number }
}

/** @param text a whole email, or an id */
async function personOf(db: Db, text: string) {
  const person = isUuid(text)
    ? await personById(db, text)
    : await personByEmail(db, text.toLowerCase())
  return { id: person?.id ?? NO_PERSON, name: person ? maskedName(person) : '' }
}

/** @returns null for a value that the filter does not take */
function valueOf(
  { type, options }: ListFilter,
  text: string,
  ofRows: ActionField['options'] = [],
): ReadFilters[string] | null {
  if (type === 'text') return text
  if (type === 'choice')
    return (options ?? ofRows).some(({ value }) => value === text) ? text : null
  if (type === 'amount') {
    const [, from = '', until = ''] = /^(\d{0,12})-(\d{0,12})$/.exec(text) ?? []
    if (from === '' && until === '') return null
    return { from: Number(from), until: until === '' ? Number.MAX_SAFE_INTEGER : Number(until) }
  }
  const [, first = '', last = ''] = /^([12]\d{7})?-([12]\d{7})?$/.exec(text) ?? []
  if ((first === '' && last === '') || ![first, last].every(isDayOrNone)) return null
  return {
    from: spanOfDay(first || FIRST_DAY).from,
    until: spanOfDay(last || LAST_DAY).until,
  }
}
const isDayOrNone = (day: string) => day === '' || isStamp(`${day}000000`)
