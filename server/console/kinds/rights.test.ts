import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { KIND_NAMES, type KindName, kindOf } from '#contract/console/objectKinds.ts'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { search } from '#contract/operator/search.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { contact } from '#contract/user/contact.ts'
import { ADMINISTRATORS, CONSOLE_KINDS } from '#server/console/kinds/kindRegistry.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { cfe, reportedSale } from '#testing/fixtures/reportedItems.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile()
const BOUND = ['E004', 'E007']

/** The operators of the matrix; dora is of the role 4 and bound to stations. */
const VIEWERS = {
  elena: { role: ADMINISTRADOR, stations: null },
  diego: { role: PETROBRAS, stations: null },
  dora: { role: PETROBRAS, stations: BOUND },
  carla: { role: UBER, stations: null },
} as const satisfies Record<string, { role: RoleCode; stations: readonly string[] | null }>
type ViewerName = keyof typeof VIEWERS
const people = {} as Record<ViewerName, Person>

/** An object of a kind as the database has it. */
interface Known {
  id: string
  /** Its station; null: none, or not known. */
  station: string | null
  /** Whether it is a member of a programme with a sponsor. */
  sponsored: boolean
  /** What the search finds it by; empty: nothing. */
  text: string
}

const WAITING = `s.kind = 'sale' and s.loyalty_code is null and s.member_plate || s.member_card || s.member_code <> ''`
/** The objects of a kind, by statements that do not share a line with the product's. */
const ALL: Partial<Record<KindName, string>> = {
  payment: `select a.id::text, d.branch_code as station, false as sponsored, a.debt_reference as text
    from payment_attempt a join debt d on d.reference = a.debt_reference`,
  debt: `select reference as id, branch_code as station, false as sponsored, reference as text from debt`,
  driver: `select p.id::text, null as station, p.email as text, exists (select from loyalty l
      join programme g on g.code = l.programme
      where l.person_id = p.id and l.ended_at is null and g.sponsor_role = '3') as sponsored
    from person p where not exists (select from person_role r where r.person_id = p.id and r.role_code <> '2')`,
  sale: `select identity as id, branch_code as station, false as sponsored, ticket as text from sale_event where kind = 'sale'`,
  station: `select code as id, code as station, false as sponsored, code as text from branch`,
  exception: `select 'sale:' || s.identity as id, s.branch_code as station, false as sponsored, '' as text from sale_event s where ${WAITING}
    union all select 'conflict:' || id, branch_code, false, '' from sale_conflict where closed_at is null
    union all select 'claim:' || id, null, false, '' from purchase_claim where state = 'waiting' and operator_from <= '${FIXED_DATE.toISOString()}'`,
}
const objectsOf = async (kind: KindName): Promise<Known[]> =>
  (await server.owner.query<Known>(ALL[kind] ?? '')).rows

const sees = (viewer: ViewerName, { station, sponsored }: Known): boolean => {
  const { role, stations } = VIEWERS[viewer]
  if (role === UBER) return sponsored
  return stations === null || stations.some((code) => code === station)
}

beforeAll(async () => {
  for (const name of ['elena', 'diego', 'carla'] as const) people[name] = await server.as(name)
  people.dora = await createPersonLike(server, 'dora', 'diego')
  for (const code of BOUND)
    await server.owner.query(
      `insert into operator_station select id, $1 from person where email = 'dora@demo.surtidor.uy'`,
      [code],
    )
  for (const [place, station] of ['E004', 'E005'].entries()) {
    const till = await enrolTestTerminal(server, station)
    const sale = reportedSale(`R${place}`, 2, { cfe: cfe(70_000 + place) })
    const named = reportedSale(`N${place}`, 3, { plate: `ZZZ000${place}` })
    accepted(await till.call(reportSales, { items: [sale, named] }))
    // A conflict: the same document with other litres.
    const other = reportedSale(`R${place}`, 4, { cfe: cfe(70_000 + place) })
    await till.call(reportSales, { items: [other] })
  }
  await server.owner.query(`update purchase_claim set operator_from = at where state = 'waiting'`)
  await server.owner.query(
    `insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount,
       tax_amount, tip_amount, installments, indi, state, audit_number, created_at)
     select gen_random_uuid(), person_id, reference, '', '', currency, amount, taxed_amount, tax_amount, 0, 1, indi, 'REJECTED',
       left(md5(reference || n), 20), now() from (select distinct on (branch_code) * from debt) d, generate_series(1, 2) n`,
  )
  await server.owner.query(
    `update payment_attempt set branch_code = 'E004' where debt_reference in (select reference from debt where branch_code is not null limit 1)`,
  )
  await server.owner.query(
    `update debt set branch_code = 'E004' where reference in (select debt_reference from payment_attempt where branch_code = 'E004')`,
  )
})

/** Actions without a field to leave out: one press would be the change. */
const FIELDLESS = (kind: KindName, action: string) =>
  CONSOLE_KINDS[kind].actions?.[action]?.fields.length === 0

const CASES = KIND_NAMES.flatMap((kind) =>
  (Object.keys(VIEWERS) as ViewerName[]).map((viewer) => [kind, viewer] as const),
)
const hasRole = (roles: readonly RoleCode[], viewer: ViewerName) =>
  roles.includes(VIEWERS[viewer].role)

describe('the rights of operators', () => {
  test.each(CASES.filter(([kind, viewer]) => !hasRole(kindOf(kind).roles, viewer)))(
    'of the kind %s are none for %s',
    async (kind, viewer) => {
      const person = people[viewer]
      const answers = [
        await person.call(objects, { kind }),
        await person.call(object, { kind, objectId: 'x' }),
        ...(await Promise.all(
          Object.keys(CONSOLE_KINDS[kind].actions ?? {}).map((action) =>
            person.call(actOnObject, { kind, objectId: 'x', action }),
          ),
        )),
      ]
      for (const { responseHeader } of answers) expect(responseHeader.reason).toBe('role_missing')
    },
  )

  const seen = CASES.filter(([kind, viewer]) => hasRole(kindOf(kind).roles, viewer) && ALL[kind])
  test.each(seen)('of the kind %s are for %s those of the own objects', async (kind, viewer) => {
    // The actions of one operator are limited.
    await server.owner.query('delete from rate_limit')
    const person = people[viewer]
    const steps = objectSteps(person, kind)
    const known = await objectsOf(kind)
    const own = known.filter((one) => sees(viewer, one))
    const others = known.filter((one) => !sees(viewer, one))
    expect(own).not.toEqual([])
    if (viewer === 'dora' || viewer === 'carla') expect(others).not.toEqual([])
    expect((await steps.paged(200)).toSorted()).toEqual(own.map(({ id }) => id).toSorted())

    for (const { id, text } of own.slice(0, 3)) {
      const page = await steps.page(id)
      expect(page.masked && !hasRole(ADMINISTRATORS, viewer)).toBe(false)
      if (text && CONSOLE_KINDS[kind].find) expect(await steps.found(text)).toContain(id)
      if (!hasRole(ADMINISTRATORS, viewer))
        expect(
          (await person.call(object, { kind, objectId: id, shown: true })).responseHeader.reason,
        ).toBe('role_missing')
      for (const [action, { roles = ADMINISTRATORS }] of Object.entries(
        CONSOLE_KINDS[kind].actions ?? {},
      )) {
        const offered = page.actions.some(({ name }) => name === action)
        if (offered && FIELDLESS(kind, action)) continue
        const { reason } = (await steps.act(id, action)).responseHeader
        if (!hasRole(roles, viewer)) expect(reason, action).toBe('role_missing')
        else expect(reason, action).toBe(offered ? 'invalid_request' : 'action_gone')
      }
    }
    for (const { id, text } of others.slice(0, 3)) {
      expect(await steps.reasonOf(id)).toBe('not_found')
      const { hits } = accepted(await person.call(search, { text: text || 'x' }))
      expect(hits.filter((hit) => hit.kind === kind && hit.id === id)).toEqual([])
      for (const [action, { roles = ADMINISTRATORS }] of Object.entries(
        CONSOLE_KINDS[kind].actions ?? {},
      ))
        expect((await steps.act(id, action)).responseHeader.reason, action).toBe(
          hasRole(roles, viewer) ? 'not_found' : 'role_missing',
        )
    }
  })

  test('are tested with exceptions of each source', async () => {
    const sources = (await objectsOf('exception')).map(({ id }) => id.replace(/:.*/, ''))
    expect(new Set(sources)).toEqual(new Set(['sale', 'conflict', 'claim']))
  })

  test('of messages are for the role 4 those about the own stations, masked', async () => {
    // The actions of the tests before have used up the limit of ten minutes.
    server.wait(10 * 60_000)
    const ana = await server.as('ana')
    const fields = { type: 'Reclamo', text: 'No anda.' }
    for (const branchCode of ['E004', 'E005', ''])
      await ana.call(contact, { ...fields, title: `Aire ${branchCode}`.trim(), branchCode })
    const listed = async (viewer: ViewerName) =>
      (await objectSteps(people[viewer], 'message').list())
        .map(({ id, cells }) => ({ id, title: cells[0]?.text ?? '', name: cells[1]?.text }))
        .filter(({ title }) => title.startsWith('Aire'))
        .toSorted((a, b) => a.title.localeCompare(b.title))
    const all = await listed('elena')
    expect(all.map(({ title }) => title)).toEqual(['Aire', 'Aire E004', 'Aire E005'])
    expect((await listed('diego')).map(({ title }) => title)).toEqual(['Aire E004', 'Aire E005'])
    const own = await listed('dora')
    expect(own).toMatchObject([{ title: 'Aire E004', name: 'Ana P.' }])
    const dora = objectSteps(people.dora, 'message')
    const page = await dora.page(own[0]?.id ?? '')
    expect(factOf(page, 'Correo')).toEqual({ text: 'a•••@demo.surtidor.uy' })
    expect(factOf(page, 'De')).toEqual({ text: 'Ana P.' })
    const reasonOf = async (id: string, action = 'answer') =>
      (await dora.act(id, action, { answer: 'Ya vamos.' })).responseHeader.reason
    for (const id of [
      ...all.filter(({ title }) => title !== 'Aire E004').map((one) => one.id),
      randomUUID(),
    ])
      expect([await dora.reasonOf(id), await reasonOf(id)]).toEqual(['not_found', 'not_found'])
    expect(await reasonOf(own[0]?.id ?? '', 'correct')).toBe('role_missing')
    expect(await reasonOf(own[0]?.id ?? '')).toBeUndefined()
  })
})
