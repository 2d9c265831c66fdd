import { fromStamp, toDate } from '#contract/dates.ts'
import { monthsLater } from '#contract/entities/loyalty.ts'
import type { Currency, Sum } from '#contract/money.ts'
import { monthReport, type ReportRow, type ReportRows } from '#contract/operator/monthReport.ts'
import { type ReportPart, readMonth, rowNames } from '#db/console/monthReport.ts'
import type { Span } from '#db/core/pagination.ts'
import { viewerOf } from '#server/console/kinds/kindRegistry.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'

/** Each reads all of a month; a year by all rows takes 36. */
const REPORTS: Limit = {
  name: 'month reports',
  by: 'person',
  points: 60,
  per: 10 * 60_000,
  taken: 'before',
}
/** Months before this one of which there are reports. */
const MAX_MONTHS = 120

type Figures = Omit<ReportRow, 'id' | 'name'>
const COUNTS = [
  'sales',
  'millilitres',
  'earned',
  'reversed',
  'redeemed',
  'expired',
  'other',
  'owed',
] as const satisfies readonly (keyof Figures)[]
const AMOUNTS = ['sold', 'paid', 'refunded'] as const satisfies readonly (keyof Figures)[]

/** The figures that rows of a dimension do not have. */
const LACKING: Record<ReportRows, readonly (keyof Figures)[]> = {
  station: ['expired', 'other', 'owed'],
  programme: [],
  product: ['redeemed', 'expired', 'other', 'owed', 'paid', 'refunded'],
}
const NOWHERE: Record<ReportRows, string> = {
  station: 'Sin estación',
  programme: 'Sin programa',
  product: 'Sin producto',
}

export default defineHandler(
  monthReport,
  async (context, { month, by }, caller, { reads }) => {
    const viewer = await viewerOf(context, caller)
    const { from, until } = spanOf(month, viewer.now)
    const lacking = [...LACKING[by], ...(viewer.stations ? LACKING.station : [])]
    const rows = new Map<string, Figures>()
    const total = noFigures()
    const add = (part: ReportPart) => {
      const id = part.row ?? ''
      const row = rows.get(id) ?? noFigures()
      rows.set(id, row)
      addPart(row, part)
      addPart(total, part)
    }
    const which = { of: by, scope: viewer }
    await readMonth(reads, which, { from, until, now: viewer.now }, add, caller.assertConnected)
    const names = await rowNames(reads, by)
    return {
      rows: [...rows]
        .map(([id, row]) => ({
          id,
          name: id === '' ? NOWHERE[by] : (names.get(id) ?? id),
          ...without(row, lacking),
        }))
        .filter(hasFigures)
        .toSorted(
          (a, b) => Number(a.id === '') - Number(b.id === '') || a.name.localeCompare(b.name, 'es'),
        ),
      total: without(total, lacking),
    }
  },
  [REPORTS],
)

/**
 * The instants of a month (`yyyyMM` in Montevideo), of this one those until now.
 * @throws the refusal of a month of which there is no report
 */
function spanOf(month: string, now: Date): Span {
  const from = fromStamp(`${month}01000000`)
  const end = from && fromStamp(`${monthsLater(from, 1)}000000`)
  if (!from || !end || from > now) throw refuse('Ese mes todavía no empezó.', 'invalid_request')
  if (monthsLater(from, MAX_MONTHS) < toDate(now).slice(0, 6))
    throw refuse('Elegí un mes de los últimos diez años.', 'invalid_request')
  // What was posted at this instant counts.
  return { from, until: new Date(Math.min(end.getTime(), now.getTime() + 1)) }
}

const noFigures = (): Figures => ({
  sales: 0,
  millilitres: 0,
  earned: 0,
  reversed: 0,
  redeemed: 0,
  expired: 0,
  other: 0,
  owed: 0,
  sold: [],
  paid: [],
  refunded: [],
})

function addPart(to: Figures, part: ReportPart): void {
  for (const name of COUNTS) to[name] = (to[name] ?? 0) + Number(part[name] ?? 0)
  for (const name of AMOUNTS) {
    const cents = Number(part[name] ?? 0)
    if (part.currency && cents !== 0) to[name] = withCents(to[name] ?? [], part.currency, cents)
  }
}

/** Pesos stand before dollars. */
const withCents = (sums: readonly Sum[], currency: Currency, cents: number): Sum[] =>
  [
    ...sums.filter((sum) => sum.currency !== currency),
    { currency, cents: cents + (sums.find((sum) => sum.currency === currency)?.cents ?? 0) },
  ].toSorted((a, b) => b.currency.localeCompare(a.currency))

const without = (figures: Figures, lacking: readonly (keyof Figures)[]): Figures => ({
  ...figures,
  ...Object.fromEntries(lacking.map((name) => [name, null])),
})

const hasFigures = (row: Figures): boolean =>
  COUNTS.some((name) => row[name]) || AMOUNTS.some((name) => row[name]?.length)
