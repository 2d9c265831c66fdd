import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { personalData } from '#db/accounts/personalDataExport.ts'
import { carsOf, logOf } from '#db/car/carLog.ts'
import { exceptionsLike } from '#db/console/exceptions.ts'
import { named, salesLike } from '#db/console/sales.ts'
import { connectDb, type DbConnection } from '#db/core/connection.ts'
import type { Listed } from '#db/core/listed.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { movementsOf } from '#db/loyalty/movements.ts'
import { accountStatementOf } from '#db/loyalty/pointsStatements.ts'
import { attemptsOf } from '#db/payments/attempts.ts'
import { debtsOf } from '#db/payments/debts.ts'
import { membersOfSales } from '#db/stations/memberOfSale.ts'
import { reportingStation } from '#db/stations/reportingStation.ts'
import { findUnusualTerminals } from '#db/stations/unusualTerminals.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { cfe, reportedSale } from '#testing/fixtures/reportedItems.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/**
 * The cost of reading one driver's 90 days does not depend on the size of the database: the same
 * statements read only the driver's rows by index in a database with fifty times the movements.
 */
const TIMES = 50
const ALL = { isAdministrator: true, stations: null }
const from = new Date('2026-06-09T03:00:00Z')
const until = new Date('2026-09-08T03:00:00Z')
const database = startForFile(() => freshDatabase('demo'))
const opened = startForFile(() => connectDb(database.url, 1))
let personId: string
let loyaltyCode: string
let accountId: string

beforeAll(async () => {
  const { rows } = await opened.db.execute<{ person: string; code: string; id: string }>(sql`
    select p.id as person, l.code, a.id from loyalty l join ledger_account a on a.loyalty_code = l.code join person p on p.id = l.person_id
    where p.email = 'ana@demo.surtidor.uy' and l.programme = 'surtidor'`)
  personId = rows[0]?.person ?? ''
  loyaltyCode = rows[0]?.code ?? ''
  accountId = rows[0]?.id ?? ''
})

/** Buffers read and plan nodes used by each captured statement. */
async function costs(
  read: (db: DbConnection['db']) => Promise<void>,
): Promise<{ blocks: number; nodes: string[] }[]> {
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('analyze')
  await owner.query(
    `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on; set auto_explain.log_format = 'json'; set client_min_messages = 'log'`,
  )
  const plans: { blocks: number; nodes: string[] }[] = []
  owner.on('notice', (notice) => {
    const plan = /\{[\s\S]*\}/.exec(notice.message ?? '')?.[0]
    if (plan) plans.push(readPlan((JSON.parse(plan) as { Plan: Plan }).Plan))
  })
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const db = drizzle({ client: owner }) as unknown as DbConnection['db']
  for (const warm of [true, false]) {
    if (!warm) plans.length = 0
    await read(db)
  }
  await owner.end()
  return plans
}
interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
function readPlan(plan: Plan): { blocks: number; nodes: string[] } {
  const nodes = (one: Plan): string[] => [
    `${one['Node Type']} ${one['Index Name'] ?? one['Relation Name'] ?? ''}`.trim(),
    ...(one.Plans ?? []).flatMap(nodes),
  ]
  return { blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], nodes: nodes(plan) }
}

describe('query plans', () => {
  test('reads one driver’s 90 days at the cost of their own rows in a database fifty times as large', async () => {
    const owner = new Client({ connectionString: database.url })
    await owner.connect()
    await owner.query(`
    insert into movement select lpad((900000000000 + row_number() over ())::text, 12, '0'), m.loyalty_code, m.at - (n * interval '1 minute'), m.kind, m.branch_code,
      m.product, m.millilitres, m.currency, m.amount, m.discount, m.points, m.plate
    from movement m cross join generate_series(1, ${TIMES}) n where m.loyalty_code <> '${loyaltyCode}'`)
    await owner.query(`
    with copy as (insert into loyalty (code, person_id, programme, holder, since, ended_at)
      select 'copy ' || n, (select min(id::text)::uuid from person where id <> person_id), programme, holder, since, now()
      from loyalty cross join generate_series(1, 3000) n where code = '${loyaltyCode}' returning code)
    insert into ledger_account (id, loyalty_code, balance) select gen_random_uuid(), code, 0 from copy`)
    await owner.query(`
    with fresh as (insert into ledger_transaction select gen_random_uuid(), 'sale', 'copy ' || row_number() over (), t.concept, t.rrn, t.at
      from ledger_transaction t cross join generate_series(1, 5) n returning id, at)
    insert into ledger_entry select f.id, a.id, 0, 100000 + (row_number() over (partition by a.id))::int, 0, f.at, null
      from fresh f, lateral (select id from ledger_account where loyalty_code is not null and loyalty_code <> '${loyaltyCode}' and f.id is not null order by random() limit 1) a`)
    await owner.end()
    const large = await costs(async (db) => {
      const owner = { personId, loyaltyCode, clientRUT: '' }
      const ask = { branchCode: '', count: 25, after: null, from, until }
      await movementsOf(db, owner, ask)
      await accountStatementOf(db, owner, ask)
    })
    expect(large).toHaveLength(2)
    const { rows } = await opened.db.execute<{ held: number }>(sql`
    select (select count(*) from movement where loyalty_code = ${loyaltyCode} and at >= ${from} and at < ${until})::int
         + (select count(*) from ledger_entry where account_id = ${accountId} and at >= ${from} and at < ${until})::int as held`)
    const held = rows[0]?.held ?? 0
    expect(held).toBeGreaterThan(20)
    for (const plan of large) {
      expect(plan.nodes.filter((node) => /^Seq Scan (movement|ledger)/.test(node))).toEqual([])
      // Each row may cost a descent of two indexes; rows of other people cost nothing.
      expect(plan.blocks).toBeLessThanOrEqual(8 * held + 20)
    }
    // What reads all of a driver's rows reads no others either.
    const whole = await costs(async (db) => {
      await loyaltiesOf(db, personId, until)
      await personalData(db, personId)
      await logOf(db, personId, { plate: 'SAB1234', from, until, limit: 51 })
      await carsOf(db, personId)
    })
    const scanned =
      /^Seq Scan (movement|points_lot|loyalty|ledger_entry)|ledger_entry_transaction_id_account_id_pk/
    expect(whole.flatMap(({ nodes }) => nodes).filter((node) => scanned.test(node))).toEqual([])
    expect(large.flatMap(({ nodes }) => nodes)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('movement_page'),
        expect.stringContaining('ledger_entry_page'),
      ]),
    )
  })

  test('reads one driver’s debts at the cost of their own rows while all attempts wait for the gateway', async () => {
    const { rows } = await opened.db.execute<{ id: string }>(
      sql`select id from person where email = 'ana@demo.surtidor.uy'`,
    )
    const ana = rows[0]?.id ?? ''
    const owner = new Client({ connectionString: database.url })
    await owner.connect()
    await owner.query(`
    insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount,
      tax_amount, tip_amount, installments, indi, state, audit_number, created_at, next_poll_at)
    select gen_random_uuid(), d.person_id, d.reference, 'n', 'm', d.currency, d.amount, d.taxed_amount, d.tax_amount, 0, 1,
      d.indi, 'EXPIRED', 'plan ' || row_number() over (), now(), now()
    from generate_series(1, 5000), lateral (select * from debt where person_id <> '${ana}' order by reference limit 1) d`)
    await owner.end()
    let owed = 0
    const [plan] = await costs(async (db) => {
      owed = (await debtsOf(db, ana))?.length ?? 0
    })
    expect(owed).toBeGreaterThan(0)
    expect(plan?.blocks).toBeLessThanOrEqual(8 * owed + 20)
  })

  test('reads one driver’s payments of a month by the date of their charge, at the cost of their rows', async () => {
    const owner = new Client({ connectionString: database.url })
    await owner.connect()
    // Of ana's own 3,000 in 250 days, and as many of another driver, each charged some minutes later.
    await owner.query(`
    insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount, access_token,
      tax_amount, tip_amount, installments, indi, state, audit_number, created_at, settled_at, charged_at)
    select gen_random_uuid(), d.person_id, d.reference, 'n', 'm', d.currency, d.amount, 0, 'paid ' || row_number() over (), 0, 0, 1,
      d.indi, 'VOIDED', 'paid ' || row_number() over (), begun, begun, begun + interval '4 minutes'
    from generate_series(1, 3000) n, lateral (select timestamptz '2026-09-01' - n * interval '2 hours' as begun) t,
      lateral (select distinct on (person_id = '${personId}') * from debt order by person_id = '${personId}', reference) d`)
    await owner.end()
    const month = {
      from: new Date('2026-05-01T03:00:00Z'),
      until: new Date('2026-06-01T03:00:00Z'),
    }
    let held = 0
    const [plan] = await costs(async (db) => {
      held = (await attemptsOf(db, personId, month)).length
    })
    expect(held).toBeGreaterThan(350)
    expect(plan?.nodes.join()).toContain('attempt_of_person')
    expect(plan?.nodes.join()).not.toContain('Seq Scan payment_attempt')
    expect(plan?.blocks).toBeLessThanOrEqual(4 * held + 20)
  })

  test('finds the members of 25 sales by proven plates at the cost of their own rows', async () => {
    await opened.db.execute(sql`
      with asked as (insert into membership_request (reference, person_id, programme, state, draft, at)
          select 'car ' || n, ${personId}, 'surtidor', 'STATE_PETROBRAS_AUTHORIZED',
            jsonb_build_object('vehicle', jsonb_build_object('plate', 'CAR' || n)), now()
          from generate_series(1, 5000) n returning reference),
        joined as (insert into loyalty (code, person_id, programme, holder, since, ended_at, request_reference)
          select reference, ${personId}, 'surtidor', '', '2020-01-01', '2030-01-01', reference from asked returning code)
      insert into vehicle select gen_random_uuid(), code, 'fiat', replace(upper(code), ' ', ''), 'super', null from joined`)
    const sales = Array.from({ length: 25 }, (_, n) => ({
      loyaltyCode: '',
      cardNumber: '',
      plate: `CAR${100 * n + 1}`,
      datetime: FIXED_DATE.toISOString(),
    }))
    const [plan] = await costs(async (db) => {
      // As a server plans it after its first few reports.
      await db.execute(sql`set plan_cache_mode = force_generic_plan`)
      const members = await membersOfSales(db, sales)
      expect(members[1]).toEqual({ code: 'car 101', programme: 'surtidor' })
      expect(members).not.toContain(null)
    })
    expect(
      plan?.nodes.filter((node) => /^Seq Scan (vehicle|loyalty|membership)/.test(node)),
    ).toEqual([])
    expect(plan?.blocks).toBeLessThanOrEqual(25 * sales.length)
  })

  test('reads pages and finds of sales and exceptions at the cost of their rows among many sales', async () => {
    const owner = new Client({ connectionString: database.url })
    await owner.connect()
    await owner.query(`
    insert into terminal (id, branch_code, name, created_at, code_hash, code_expires_at)
      select gen_random_uuid(), code, 'Plan', now(), sha256(code::bytea), now() from branch`)
    // Of 20,000 sales in a year one of ten named a member in vain, and one of a hundred was voided.
    await owner.query(`
    with sold as (
      select n, t.id, t.branch_code, 'cfe:211234560019:101:A:' || n as identity, timestamptz '2025-09-01' + n * interval '25 minutes' as at
      from generate_series(1, 20000) n
      join (select id, branch_code, row_number() over (order by branch_code) - 1 as place from terminal where name = 'Plan') t on t.place = n % 88)
    insert into sale_event (identity, kind, sale_identity, branch_code, terminal_id, ticket, shift, attendant, at, received_at, state,
      currency, amount, payments, member_plate, content_hash)
    select identity, 'sale', identity, branch_code, id, 'T' || n, 'S', '', at, at, 'applied', '858', 100000,
      jsonb_build_array(jsonb_build_object('means', 'credit', 'amount', 100000, 'lastFour', '', 'rrn',
        case when n % 3 = 0 then lpad(n::text, 12, '5') else '' end)),
      case when n % 10 = 0 then 'PLAN' || n else '' end, ''::bytea from sold
    union all
    select 'void:' || branch_code || ':' || identity, 'void', identity, branch_code, id, 'T' || n, 'S', '', at, at, 'applied', null, null, '[]', '', ''::bytea
      from sold where n % 100 = 0`)
    await owner.query(`
    insert into sale_line (identity, number, product, millilitres, unit_price, amount)
      select identity, 1, 'super', 10000, 7688, 100000 from sale_event where kind = 'sale' and ticket like 'T%'`)
    await owner.end()
    const after = { at: new Date('2026-05-01T03:00:00Z'), id: '0'.repeat(32) }
    const now = FIXED_DATE
    const period = {
      from: new Date('2026-05-01T03:00:00Z'),
      until: new Date('2026-05-02T03:00:00Z'),
    }
    const page = { count: 51, after: null }
    const reads: ((db: DbConnection['db']) => Listed<unknown> | Promise<Listed<unknown>>)[] = [
      (db) => salesLike(db, ALL, {}, { count: 51, after }),
      (db) => salesLike(db, ALL, { period }, page),
      (db) => salesLike(db, ALL, { state: 'unmatched' }, page),
      (db) => salesLike(db, ALL, { station: 'E001' }, page),
      (db) => salesLike(db, ALL, { named: named.ticket('T4242') }, page),
      (db) => salesLike(db, ALL, { named: named.cfe('A 4242') }, page),
      (db) => salesLike(db, ALL, { named: named.rrn('4242'.padStart(12, '5')) }, page),
      (db) => exceptionsLike(db, ALL, {}, { count: 51, after, now }),
      (db) => exceptionsLike(db, ALL, { reason: 'plate', period }, { ...page, now }),
    ]
    const plans = await costs(async (db) => {
      for (const read of reads) expect(await (await read(db)).read()).not.toEqual([])
    })
    // One for each read, and the stations that the filter names.
    expect(plans).toHaveLength(reads.length + 1)
    for (const { nodes, blocks } of plans) {
      expect(nodes.filter((node) => /^Seq Scan sale_(event|line)/.test(node))).toEqual([])
      // Each row may cost some descents for its void, its lines and its station.
      expect(blocks, nodes.join()).toBeLessThanOrEqual(13 * 51)
    }
    const sales = Array.from({ length: 25 }, (_, n) => reportedSale(`${n}`, 1, { cfe: cfe(n + 1) }))
    const documents = await costs(async (db) => {
      await db.execute(sql`set plan_cache_mode = force_generic_plan`)
      await reportingStation(db, 'E001', sales)
    })
    expect(documents).toHaveLength(2)
    expect(documents.flatMap(({ nodes }) => nodes).join()).not.toContain('Seq Scan sale_event')
    for (const { blocks } of documents) expect(blocks).toBeLessThanOrEqual(16 * sales.length)
    const [days] = await costs(async (db) => {
      await findUnusualTerminals(db, new Date('2026-05-01T15:00:00Z'))
    })
    // Four weeks of a year: 29 days of the sales alone.
    expect(days?.nodes.join()).toContain('Bitmap Index Scan sale_event_at')
    const used = plans.flatMap(({ nodes }) => nodes).join()
    for (const name of [
      'list',
      'of_station',
      'of_ticket',
      'of_cfe',
      'of_card_payment',
      'unmatched',
    ])
      expect(used).toContain(`sale_event_${name}`)
  })
})
