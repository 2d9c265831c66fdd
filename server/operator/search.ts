import { kindsOf } from '#contract/console/objectKinds.ts'
import { toDate } from '#contract/dates.ts'
import { withoutSeparators } from '#contract/fields/text.ts'
import { search } from '#contract/operator/search.ts'
import { sentTogether } from '#db/core/connection.ts'
import type { SearchTerm } from '#server/console/consoleKind.ts'
import { foundRequests } from '#server/console/foundRequests.ts'
import { CONSOLE_KINDS, viewerOf } from '#server/console/kinds/kindRegistry.ts'
import { countingMisses, MISSES } from '#server/console/missedSearches.ts'
import { personalTerm } from '#server/console/personalTerm.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import type { Limit } from '#server/http/limits.ts'

/** A box that searches while a person types; more would be a copy of the data. */
const SEARCHES: Limit = {
  name: 'console searches',
  by: 'person',
  points: 300,
  per: 10 * 60_000,
  taken: 'before',
}

export default defineHandler(
  search,
  async (context, { text }, caller, { reads }) => {
    const viewer = await viewerOf(context, caller)
    const term = readTerm(text, viewer.now)
    const seen = kindsOf(caller.roles)
    const find = async () => {
      const [requests, ...hits] = await sentTogether([
        foundRequests(reads, term, viewer),
        ...seen.map(async (kind) =>
          ((await CONSOLE_KINDS[kind].find?.(reads, term, viewer)) ?? []).map((hit) => ({
            kind,
            ...hit,
          })),
        ),
      ])
      return { hits: hits.flat(), requests }
    }
    const isPersonal = viewer.isAdministrator && Object.keys(personalTerm(term)).length > 0
    return isPersonal
      ? await countingMisses(context, caller, term.compact, async () => {
          const found = await find()
          return { found, isMiss: found.hits.length + found.requests.length === 0 }
        })
      : await find()
  },
  [SEARCHES, MISSES],
)

/** What a typed text can be. A day without its year is the last one. */
export function readTerm(text: string, now: Date): SearchTerm {
  const [, lastFour, d, m, y] =
    /^\D{0,8}(\d{4})(?: +(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?)?$/.exec(text) ?? []
  const two = (part: string) => part.padStart(2, '0')
  const today = toDate(now)
  const dayOf = (year: string) => (d && m ? `${year}${two(m)}${two(d)}` : null)
  const thisYear = dayOf(today.slice(0, 4))
  const lastYear = dayOf(String(Number(today.slice(0, 4)) - 1))
  const day = y ? dayOf(y) : thisYear && thisYear > today ? lastYear : thisYear
  return {
    text,
    compact: withoutSeparators(text).toUpperCase(),
    card: lastFour ? { lastFour, day } : null,
  }
}
