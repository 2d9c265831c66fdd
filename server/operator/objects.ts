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
  const { kind, filters, count, after } = fields
  assertSees(caller, kind)
  const served = CONSOLE_KINDS[kind]
  const query = { filters, count: count + 1, after: readCursor(after, served.cursorId) }
  const viewer = await viewerOf(context, caller)
  const options = (await served.listOptions?.(reads, viewer)) ?? {}
  const ofRows = kindOf(kind).filters.filter(
    ({ type, options: fixed }) => type === 'choice' && !fixed,
  )
  const filterOptions = Object.fromEntries(
    ofRows.map(({ name }) => [name, [...(options[name] ?? [])]]),
  )
  assertFilters(kindOf(kind).filters, filters, filterOptions)
  const rows = await served.list(reads, query, viewer)
  const { page, next } = pageOf(rows, count, ({ cursor }) => cursor)
  const { actions = {}, listActions = {} } = served
  const forRows = Object.entries(actions).filter(([, action]) => action.forRows)
  return {
    filterOptions,
    rows: page.map(({ id, cells }) => ({ id, cells: cells.map(seenValue(caller)) })),
    listActions: shownActions(listActions, caller.roles, options),
    rowActions: shownActions(Object.fromEntries(forRows), caller.roles),
    next: writeCursor(next),
  }
})

/** @throws the refusal of a filter that the kind has not, or whose value it does not take */
function assertFilters(
  known: ReturnType<typeof kindOf>['filters'],
  filters: Readonly<Record<string, string>>,
  ofRows: Readonly<Record<string, ActionField['options']>>,
): void {
  for (const [name, value] of Object.entries(filters)) {
    const filter = known.find((one) => one.name === name)
    const isKnown =
      filter &&
      (value === '' ||
        filter.type === 'text' ||
        (filter.type === 'day' && /^[12]\d{7}$/.test(value) && isStamp(`${value}000000`)) ||
        (filter.options ?? ofRows[name])?.some((option) => option.value === value))
    if (!isKnown)
      throw refuse(`El filtro «${filter?.label ?? name}» no es válido.`, 'invalid_request')
  }
}
