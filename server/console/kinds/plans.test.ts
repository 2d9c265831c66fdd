import { createHash } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ListFilter } from '#contract/console/objectKind.ts'
import { KIND_NAMES, type KindName, kindOf } from '#contract/console/objectKinds.ts'
import { REQUEST_STATES } from '#contract/entities/membershipRequest.ts'
import { REPORT_ROWS } from '#contract/operator/monthReport.ts'
import { MAX_COUNTED } from '#contract/operator/totals.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import { healthOf, hoursOf } from '#db/console/home.ts'
import { readMonth } from '#db/console/monthReport.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { requestsVisibleTo } from '#db/loyalty/membershipRequests.ts'
import type { ReadFilters } from '#server/console/consoleKind.ts'
import { foundRequests } from '#server/console/foundRequests.ts'
import { CONSOLE_KINDS } from '#server/console/kinds/kindRegistry.ts'
import type { Viewer } from '#server/console/viewer.ts'
import { waitingFor } from '#server/operator/home.ts'
import { readTerm } from '#server/operator/search.ts'
import { spanOfDay } from '#server/payments/businessDay.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { insertNetworkRows } from '#testing/database/networkRows.ts'
import { scaleStatistics } from '#testing/database/scaledStatistics.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/** Stored sales, and how many times as many the planner sees: ten million. */
const [SALES, TIMES] = [20_000, 500]
/** Rows that a statement may sort or count, and what it may cost, in pages that are read in order. */
const [MAX_ROWS, MAX_COST] = [20_000, 12_000]
/**
 * Stored rows that a search, or the list of a day, may read. Its cost says nothing where the planner expects
 * the rows of a page to be among the first of a list that has none.
 */
const FEW_STORED = 1_000
/** What waits, and the sales of two days, each with its lines. */
const MAX_HOME_COST = 80_000
const PAGE = 51
/** What counting up to `MAX_COUNTED` rows may cost. */
const MAX_COUNT_COST = 120_000

const TERMS = [
  'n7@red.uy',
  '45678905',
  // Documents, plates, loyalties, cards, debts, tickets, authorisations, and requests of drivers and tills of the rows.
  ...['N', 'V', 'L', 'C', 'D', 'T', 'A ', 'Z', 'Q', 'K'].map((letter) => `${letter}78`),
  'E001',
  'San',
  '0077',
  '0077 3/9',
  '000000000078',
  'nadie',
  'jose',
  'perez 7',
  'pérez 7 María',
  'Ana Pér',
  'jose pérez 7',
  '7 María',
  // The driver 7.
  createHash('md5')
    .update('person 7')
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
]

const MONTH = { from: spanOfDay('20260801').from, until: spanOfDay('20260901').from }
const DAY = spanOfDay('20260801')
const AMOUNTS = [
  { from: 12_345, until: 12_345 },
  { from: 100, until: 50_000 },
  { from: 5_000_000, until: Number.MAX_SAFE_INTEGER },
]
const PROGRAMMES = ['uber', 'surtidor']
/** Of a driver of the rows, and of none. */
const VIEWER_ID = '00000000-0000-4000-8000-000000000000'
const DRIVERS = [uuidFrom(createHash('md5').update('person 7').digest()), VIEWER_ID]

const viewer = (roles: RoleCode[], stations: string[] | null = null): Viewer => ({
  personId: VIEWER_ID,
  roles,
  now: FIXED_DATE,
  isAdministrator: roles.includes(ADMINISTRADOR),
  stations,
})
const VIEWERS = {
  administrator: viewer([ADMINISTRADOR]),
  network: viewer([PETROBRAS]),
  'bound to a station': viewer([PETROBRAS], ['E001']),
  'bound to a new station': viewer([PETROBRAS], ['E088']),
  'bound to three stations': viewer([PETROBRAS], ['E001', 'E004', 'E007']),
  sponsor: viewer([UBER]),
}
const viewersOf = (kind: KindName) =>
  Object.entries(VIEWERS).filter(([, { roles }]) =>
    kindOf(kind).roles.some((role) => roles.includes(role)),
  )

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Total Cost': number
  Plans?: Plan[]
}

const fresh = startForFile(() => freshDatabase('demo'))
let db: Db
let large: Set<string>
const plans: Plan[] = []

beforeAll(async () => {
  const { client } = fresh
  await insertNetworkRows(client, SALES, FIXED_DATE)
  large = await scaleStatistics(client, TIMES)
  // As autosummarize does.
  await client.query(
    `select brin_summarize_new_values('ledger_entry_at'), brin_summarize_new_values('attempt_charged')`,
  )
  client.on('notice', ({ message = '' }) => {
    const plan = /\{[\s\S]*\}/.exec(message)?.[0]
    if (plan) plans.push((JSON.parse(plan) as { Plan: Plan }).Plan)
  })
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_format = 'json'; set auto_explain.log_analyze = on; set auto_explain.log_timing = off;
    set client_min_messages = 'log'; set jit = off`)
  db = drizzle({ client })
})

/** What a plan reads too much of, in words; empty for nothing. */
function excessOf(plan: Plan, maxCost: number): string[] {
  const found: string[] = []
  const visit = (one: Plan, isWhole: boolean) => {
    const { 'Node Type': type, 'Relation Name': table, 'Plan Rows': rows, Plans = [] } = one
    if (table && large.has(table)) {
      if (type === 'Seq Scan') found.push(`reads all of ${table}`)
      else if (isWhole && rows > MAX_ROWS) found.push(`sorts or counts ${rows} rows of ${table}`)
    }
    const needsAll = /^(Sort|Aggregate|Hash|Materialize|SetOp|Unique|WindowAgg)$/.test(type)
    for (const part of Plans) visit(part, type !== 'Limit' && (isWhole || needsAll))
  }
  visit(plan, false)
  const cost = Math.round(plan['Total Cost'])
  return cost > maxCost ? [...found, `costs ${cost}`] : found
}

/** Reads, and expects of each statement that it reads no more than it may. */
async function read<T>(what: string, reads: () => PromiseLike<T>, maxCost = MAX_COST): Promise<T> {
  plans.length = 0
  const rows = await reads()
  for (const plan of plans) expect.soft(excessOf(plan, maxCost), what).toEqual([])
  return rows
}

/** Counts, and expects that it costs no more than counting so many rows may, in whatever order they are read. */
async function count(what: string, counts: () => PromiseLike<unknown>): Promise<void> {
  plans.length = 0
  await counts()
  for (const plan of plans) expect.soft(plan['Total Cost'], what).toBeLessThan(MAX_COUNT_COST)
}

/** The most stored rows of a large table that a node of the plans has read. */
const mostRead = () => Math.max(0, ...plans.flatMap(rowsRead))
const rowsRead = (plan: Plan): number[] => [
  large.has(plan['Relation Name'] ?? '')
    ? plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0))
    : 0,
  ...(plan.Plans ?? []).flatMap(rowsRead),
]

/** The values of a filter: each choice, a day and a month, amounts, persons, or texts of each sort. */
const valuesOf = ({ type, options }: ListFilter): (string | ReadFilters[string])[] => {
  if (type === 'period') return [spanOfDay('20260903'), MONTH]
  if (type === 'amount') return AMOUNTS
  if (type === 'driver') return DRIVERS
  if (type === 'choice') return options?.map(({ value }) => value) ?? PROGRAMMES
  return TERMS
}

/** The large tables that a plan reads as a whole. */
const readsAll = ({
  'Node Type': type,
  'Relation Name': table = '',
  Plans = [],
}: Plan): string[] => [
  ...(type === 'Seq Scan' && large.has(table) ? [table] : []),
  ...Plans.flatMap(readsAll),
]

describe('lists and searches of the console at ten million sales', () => {
  test.each(KIND_NAMES)('read a part of the kind %s that does not grow', async (kind) => {
    const { list, find, total } = CONSOLE_KINDS[kind]
    const filters = Object.entries(kindOf(kind).filters).flatMap(([name, filter]) =>
      valuesOf(filter).map((value): ReadFilters => ({ [name]: value })),
    )
    for (const [name, who] of viewersOf(kind)) {
      const page = { count: PAGE, after: null }
      const first = await read(`${name}: all`, () => list(db, {}, page, who))
      expect(plans.length).toBeGreaterThan(0)
      const later = { count: PAGE, after: first.at(-1)?.cursor ?? null }
      await read(`${name}: all, later`, () => list(db, {}, later, who))
      await count(`${name}: all, counted`, () => total(db, {}, MAX_COUNTED, who))
      await read(`${name}: all, reversed`, () => list(db, {}, { ...page, isReversed: true }, who))
      for (const one of filters) {
        const what = `${name}: ${JSON.stringify(one)}`
        for (const query of [page, later])
          await read(`${what}${query.after ? ', later' : ''}`, () => list(db, one, query, who))
        await count(`${what}, counted`, () => total(db, one, MAX_COUNTED, who))
      }
      if (find)
        for (const term of TERMS) {
          await read(`${name}: «${term}»`, () => find(db, readTerm(term, FIXED_DATE), who))
          expect(mostRead(), `${name}: «${term}»`).toBeLessThan(FEW_STORED)
        }
    }
  })

  test.each(KIND_NAMES.filter((kind) => 'period' in kindOf(kind).filters))(
    'of the kind %s read of an old day none of what is newer',
    async (kind) => {
      const page = { count: PAGE, after: null }
      for (const [name, who] of viewersOf(kind)) {
        await read(name, () =>
          CONSOLE_KINDS[kind].list(db, { period: spanOfDay('20241001') }, page, who),
        )
        expect(mostRead(), name).toBeLessThan(FEW_STORED)
      }
    },
  )

  test.each(Object.entries(VIEWERS))(
    'read for the home of %s what waits and two days',
    async (name, who) => {
      const [today, weekAgo] = [spanOfDay('20260907'), spanOfDay('20260831')]
      await read(`${name}: waiting`, () => waitingFor(db, who), MAX_HOME_COST)
      await read(`${name}: hours`, () => hoursOf(db, who, { today, weekAgo }), MAX_HOME_COST)
      await read(`${name}: health`, () => healthOf(db, FIXED_DATE))
    },
  )

  test.each(REPORT_ROWS)(
    'read for a report by %s what happened in the span, and all of the balances once',
    async (of) => {
      for (const [name, scope] of viewersOf('station')) {
        plans.length = 0
        await readMonth(
          db,
          { of, scope },
          { ...DAY, now: FIXED_DATE },
          () => {},
          () => {},
        )
        const read = plans.map((plan) => readsAll(plan).toSorted())
        expect(plans.length, name).toBeGreaterThan(1)
        expect(read.flat(), name).toEqual(
          of === 'programme' && scope.stations === null ? ['ledger_account', 'loyalty'] : [],
        )
      }
    },
  )

  test.each(Object.entries(VIEWERS))('read of requests a page for %s', async (_, who) => {
    const asked = { reference: '', search: '', oldestFirst: false, count: PAGE }
    for (const after of [null, { at: new Date('2026-01-01'), id: who.personId }]) {
      for (const state of ['', ...REQUEST_STATES])
        await read(`requests, ${state}`, () =>
          requestsVisibleTo(db, who, { ...asked, state, after }),
        )
    }
    for (const term of TERMS) {
      await read(`requests: «${term}»`, () => foundRequests(db, readTerm(term, FIXED_DATE), who))
      expect(mostRead(), `requests: «${term}»`).toBeLessThan(FEW_STORED)
    }
  })
})
