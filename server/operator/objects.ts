import type { ObjectKind } from '#contract/console/objectKind.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import type { ActionField } from '#contract/console/objectPage.ts'
import { isStamp } from '#contract/dates.ts'
import { objects } from '#contract/operator/objects.ts'
import { pageOf } from '#db/core/pagination.ts'
import {
  assertSees,
  CONSOLE_KINDS,
  seenValue,
  viewerOf,
} from '#server/console/kinds/kindRegistry.ts'
import { shownActions } from '#server/console/kinds/shownActions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(objects, async (context, fields, caller, { reads }) => {
  const { kind, count, after } = fields
  assertSees(caller, kind)
  const {
    cursorId,
    columns,
    list,
    actions = {},
    listActions = {},
    listOptions,
  } = CONSOLE_KINDS[kind]
  const page = { count: count + 1, after: readCursor(after, cursorId) }
  const viewer = await viewerOf(context, caller)
  const options = (await listOptions?.(reads, viewer)) ?? {}
  const { filters } = kindOf(kind)
  const ofRows = Object.keys(filters).filter((name) => {
    const { type, options: fixed } = filters[name] ?? {}
    return type === 'choice' && !fixed
  })
  const filterOptions = Object.fromEntries(ofRows.map((name) => [name, [...(options[name] ?? [])]]))
  const rows = await list(reads, readFilters(filters, fields.filters, filterOptions), page, viewer)
  const { page: shown, next } = pageOf(rows, count, ({ cursor }) => cursor)
  const forRows = Object.entries(actions).filter(([, action]) => action.forRows)
  return {
    columns,
    filterOptions,
    rows: shown.map(({ id, cells }) => ({ id, cells: cells.map(seenValue(caller)) })),
    listActions: shownActions(listActions, caller.roles, options),
    rowActions: shownActions(Object.fromEntries(forRows), caller.roles),
    next: writeCursor(next),
  }
})

/**
 * The values of the filters that are set.
 * @throws the refusal of a filter that the kind has not, or whose value it does not take
 */
function readFilters(
  known: ObjectKind['filters'],
  given: Readonly<Record<string, string>>,
  ofRows: Readonly<Record<string, ActionField['options']>>,
): Record<string, string> {
  const read = Object.entries(given).map(([name, text]): [string, string] => {
    const filter = Object.hasOwn(known, name) ? known[name] : undefined
    const value = text.trim()
    const isKnown =
      filter &&
      (value === '' ||
        filter.type === 'text' ||
        (filter.type === 'day' && /^[12]\d{7}$/.test(value) && isStamp(`${value}000000`)) ||
        (filter.options ?? ofRows[name])?.some((option) => option.value === value))
    if (!isKnown)
      throw refuse(`El filtro «${filter?.label ?? name}» no es válido.`, 'invalid_request')
    return [name, value]
  })
  return Object.fromEntries(read.filter(([, value]) => value !== ''))
}
