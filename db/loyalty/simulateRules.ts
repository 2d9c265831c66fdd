import { sql } from 'drizzle-orm'
import type { Simulation } from '#contract/console/ruleKind.ts'
import { DAY_MS } from '#contract/dates.ts'
import type { Db } from '#db/core/db.ts'
import {
  isNarrower,
  type Occasion,
  pointsOf,
  type Rule,
  readRules,
  ruleAt,
} from '#db/loyalty/accrual.ts'
import type { saleEvent } from '#db/tables/sales.ts'

/** Lines that one fetch brings into memory. */
const FETCHED = 2_000
/** More lines take longer than a caller waits. */
const MAX_LINES = 200_000

type Tally = Omit<Simulation, 'rules' | 'examined'>

interface Line extends Occasion {
  identity: string
  loyaltyCode: string
  currency: typeof saleEvent.$inferSelect.currency
  millilitres: number
  amount: number
}

/** The lines of the sales of members that were not voided, less what was returned, by member and sale. */
const linesOf = (from: Date, to: Date) => sql`
  select s.identity, s.loyalty_code as "loyaltyCode", y.programme, s.currency,
    (extract(epoch from s.at) * 1000)::float8 as at, jsonb_path_query_array(s.payments, '$[*].means') as means, l.product,
    (l.millilitres - coalesce(r.millilitres, 0))::float8 as millilitres,
    (l.amount - coalesce(r.amount, 0))::float8 as amount
  from sale_event s
  join sale_line l using (identity)
  join loyalty y on y.code = s.loyalty_code
  left join (
    select v.sale_identity, n.number, sum(n.millilitres) as millilitres, sum(n.amount) as amount
    from sale_event v join sale_line n using (identity)
    where v.kind = 'return' and v.state = 'applied' and v.at >= ${new Date(from.getTime() - DAY_MS)}
    group by 1, 2
  ) r on r.sale_identity = s.identity and r.number = l.number
  where s.kind = 'sale' and s.at >= ${from} and s.at < ${to} and not exists (
    select from sale_event v
    where v.kind = 'void' and v.sale_identity = s.identity and v.branch_code = s.branch_code)
  order by s.loyalty_code, s.identity`

/**
 * Compares what the sales of a period gave with what they would have given if some more rules had been in force in
 * all of it, as the newest. It reads a few lines at a time, in one snapshot: its memory does not grow with the sales.
 * @param proposed rules whose validity does not matter
 * @returns null when the sales have more than 200,000 lines
 */
export async function simulateRules(
  db: Db,
  proposed: readonly Rule[],
  { from, to }: { from: Date; to: Date },
): Promise<Simulation | null> {
  return await db.transaction(
    async (tx) => {
      const stored = await readRules(tx)
      const always = proposed.map((rule) => ({ ...rule, validFrom: new Date(0), validUntil: null }))
      const count = createCount()
      // All rows are read: without it the plan is one for the first tenth.
      await tx.execute(sql`set local cursor_tuple_fraction = 1`)
      await tx.execute(sql`declare simulated no scroll cursor for ${linesOf(from, to)}`)
      for (let read = 0; ; ) {
        const { rows } = await tx.execute<Omit<Line, 'at'> & { at: number }>(
          sql.raw(`fetch ${FETCHED} from simulated`),
        )
        for (const row of rows) {
          const line = { ...row, at: new Date(row.at) }
          const rule = ruleAt(stored, line)
          const newer = ruleAt(always, line)
          count.add(line, rule, newer && !(rule && isNarrower(rule, newer)) ? newer : rule)
        }
        read += rows.length
        if (read > MAX_LINES) return null
        if (rows.length < FETCHED) return count.result(always, stored)
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Counts lines that come by member and sale, so that the last of each tells whether it is a new one. */
function createCount() {
  const empty = () => ({
    pointsBefore: 0,
    pointsAfter: 0,
    sales: 0,
    members: 0,
    sale: '',
    member: '',
  })
  const all = { ...empty(), examined: 0, last: '' }
  const ofRules = new Map<Rule, ReturnType<typeof empty>>()
  const touch = (tally: ReturnType<typeof empty>, { identity, loyaltyCode }: Line) => {
    tally.sales += Number(tally.sale !== identity)
    tally.members += Number(tally.member !== loyaltyCode)
    Object.assign(tally, { sale: identity, member: loyaltyCode })
  }
  const addTo = (rule: Rule | undefined, line: Line, which: 'pointsBefore' | 'pointsAfter') => {
    const { millilitres, amount, currency } = line
    const points = currency === null ? 0 : pointsOf(rule, { millilitres, amount, currency })
    if (!rule || points === 0) return 0
    const tally = ofRules.get(rule) ?? empty()
    ofRules.set(rule, tally)
    tally[which] += points
    all[which] += points
    touch(tally, line)
    return points
  }
  const tallyOf = ({ pointsBefore, pointsAfter, sales, members }: Tally): Tally => ({
    pointsBefore,
    pointsAfter,
    sales,
    members,
  })
  return {
    add: (line: Line, before: Rule | undefined, after: Rule | undefined) => {
      all.examined += Number(all.last !== line.identity)
      all.last = line.identity
      if (addTo(before, line, 'pointsBefore') !== addTo(after, line, 'pointsAfter'))
        touch(all, line)
    },
    result: (proposed: readonly Rule[], stored: readonly Rule[]): Simulation => ({
      ...tallyOf(all),
      examined: all.examined,
      rules: [
        ...proposed.map((rule) => ({
          rule,
          proposed: true,
          ...tallyOf(ofRules.get(rule) ?? empty()),
        })),
        ...stored.flatMap((rule) => {
          const tally = ofRules.get(rule)
          return tally ? [{ rule, proposed: false, ...tallyOf(tally) }] : []
        }),
      ],
    }),
  }
}
