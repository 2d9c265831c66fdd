import { kindOf } from '#contract/console/objectKinds.ts'
import { objects } from '#contract/operator/objects.ts'
import { viewsOf } from '#db/console/savedViews.ts'
import { pageOf } from '#db/core/pagination.ts'
import {
  assertSees,
  CONSOLE_KINDS,
  seenValue,
  viewerOf,
} from '#server/console/kinds/kindRegistry.ts'
import { shownActions } from '#server/console/kinds/shownActions.ts'
import { optionsOfRows, readFilters } from '#server/console/listFilters.ts'
import { countingMisses, MISSES } from '#server/console/missedSearches.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { readCursor, writeCursor } from '#server/http/pagination.ts'

export default defineHandler(
  objects,
  async (context, fields, caller, { reads }) => {
    const { kind, count, after, first } = fields
    assertSees(caller, kind)
    const {
      cursorId,
      columns,
      list,
      actions = {},
      listActions = {},
      listOptions,
    } = CONSOLE_KINDS[kind]
    const viewer = await viewerOf(context, caller)
    const options = (await listOptions?.(reads, viewer)) ?? {}
    const filterOptions = optionsOfRows(kindOf(kind), options)
    const [{ values, texts, number }, views] = await Promise.all([
      readFilters(reads, kindOf(kind), fields.filters, viewer, filterOptions),
      viewsOf(reads, { personId: caller.personId, kind }),
    ])
    const page = {
      count: count + 1,
      after: readCursor(after, cursorId),
      isReversed: first === 'oldest',
    }
    const read = async () => await list(reads, values, page, viewer)
    const rows =
      number === ''
        ? await read()
        : await countingMisses(context, caller, number, async () => {
            const found = await read()
            return { found, isMiss: after === '' && found.length === 0 }
          })
    const { page: shown, next } = pageOf(rows, count, ({ cursor }) => cursor)
    const forRows = Object.entries(actions).filter(([, action]) => action.forRows)
    return {
      columns,
      filterOptions,
      filterTexts: texts,
      views,
      rows: shown.map(({ id, cells }) => ({ id, cells: cells.map(seenValue(caller)) })),
      listActions: shownActions(listActions, caller.roles, options),
      rowActions: shownActions(Object.fromEntries(forRows), caller.roles),
      next: writeCursor(next),
    }
  },
  [MISSES],
)
