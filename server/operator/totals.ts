import { kindOf } from '#contract/console/objectKinds.ts'
import { MAX_COUNTED, totals } from '#contract/operator/totals.ts'
import { assertSees, CONSOLE_KINDS, viewerOf } from '#server/console/kinds/kindRegistry.ts'
import { optionsOfRows, readFilters } from '#server/console/listFilters.ts'
import { countingMisses, MISSES } from '#server/console/missedSearches.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(
  totals,
  async (context, { kind, filters }, caller, { reads }) => {
    assertSees(caller, kind)
    const { total, listOptions } = CONSOLE_KINDS[kind]
    const viewer = await viewerOf(context, caller)
    const options = optionsOfRows(kindOf(kind), (await listOptions?.(reads, viewer)) ?? {})
    const { values, number } = await readFilters(reads, kindOf(kind), filters, viewer, options)
    const read = async () => await total(reads, values, MAX_COUNTED + 1, viewer)
    const { count, sums } =
      number === ''
        ? await read()
        : await countingMisses(context, caller, number, async () => {
            const found = await read()
            return { found, isMiss: found.count === 0 }
          })
    const isMore = count > MAX_COUNTED
    return { count: Math.min(count, MAX_COUNTED), isMore, sums: isMore ? [] : sums }
  },
  [MISSES],
)
