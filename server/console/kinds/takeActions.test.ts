import { describe, expect, test } from 'vitest'
import { closeShift } from '#contract/station/closeShift.ts'
import { changeRole } from '#db/accounts/roles.ts'
import { inTransaction } from '#db/core/connection.ts'
import { purgeExpired } from '#db/retention.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { cfe, reportedSale } from '#testing/fixtures/reportedItems.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { claimSteps } from '#testing/station/claimSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => claimSteps(server))
const elena = startForFile(async () => objectSteps(steps.elena, 'exception'))
const rita = startForFile(async () =>
  objectSteps(await createPersonLike(server, 'rita', 'elena'), 'exception'),
)
/** An operator of the role 4 who sees the station E001 alone, and one who sees E005. */
const bound = async (name: string, station: string) => {
  const person = await createPersonLike(server, name, 'diego')
  await server.owner.query(
    `insert into operator_station select id, $2 from person where email = $1`,
    [`${name}@demo.surtidor.uy`, station],
  )
  return objectSteps(person, 'exception')
}
const dora = startForFile(() => bound('dora', 'E001'))
const eva = startForFile(() => bound('eva', 'E005'))

const CLOSED = { reason: 'station_error', remark: 'Lo hablé con la estación.' }
type By = typeof elena
const ids = async (by: By, filters: Record<string, string>) =>
  (await by.list(filters)).map(({ id }) => id)
const headerOf = async (answer: ReturnType<By['act']>) => (await answer).responseHeader
/** The exception of a new sale with an unknown plate. */
const unmatched = async (ticket: string) => {
  await steps.report(reportedSale(ticket, 2, { plate: `TAK${ticket.slice(-4)}` }))
  const { rows } = await server.owner.query<{ id: string }>(
    `select 'sale:' || identity as id from sale_event where ticket = $1`,
    [ticket],
  )
  return rows[0]?.id ?? ''
}
/** One exception of each source: a claim, a conflict, a shift and a sale. */
const oneOfEach = async () => {
  const claim = await steps.claimed(41)
  await steps.leave(claim.id, 3)
  const sale = reportedSale('EACH', 5, { cfe: cfe(9_100), plate: 'TAKEACH', shift: 'each' })
  await steps.report(sale, { ...sale, shift: 'other' })
  const totals = { shift: 'each', sales: 5, voids: 0, returns: 0, amounts: [], quantities: [] }
  accepted(await steps.till.call(closeShift, totals))
  await server.owner.query(`update shift set closed_at = closed_at - interval '2 hours'`)
  const all = await ids(elena, {})
  return ['claim:', 'conflict:', 'shift:', 'sale:'].map(
    (source) => all.find((id) => id.startsWith(source)) ?? '',
  )
}

describe('taking exceptions', () => {
  test('shows of each source who has it, in the list and on its page, with its age', async () => {
    const four = await oneOfEach()
    expect(four).not.toContain('')
    for (const id of four) accepted(await elena.act(id, 'take'))
    expect((await ids(elena, { assigned: 'me' })).toSorted()).toEqual(four.toSorted())
    expect(await ids(rita, { assigned: 'me' })).toEqual([])
    const free = await ids(rita, { assigned: 'none' })
    expect(four.filter((id) => free.includes(id))).toEqual([])
    for (const id of four) {
      const page = await rita.page(id)
      expect(factOf(page, 'La tiene')?.text).toMatch(/^Elena /)
      const names = page.actions.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['assign', 'release']))
      expect(names).not.toContain('take')
      expect(page.timeline.map(({ title }) => title)).toContain('Excepción tomada')
    }
    const rows = await rita.list({ reason: 'claim' })
    const row = rows.find(({ id }) => id === four[0])
    expect(row?.cells.map(({ text }) => text)).toContain('3 días')
    expect(row?.cells.at(-1)?.text).toMatch(/^Elena /)
    // Who comes second may still decide, or be given it.
    const [claim = '', conflict = '', shift = '', sale = ''] = four
    expect(await headerOf(rita.act(claim, 'take'))).toMatchObject({
      reason: 'action_gone',
      responseDescription: expect.stringMatching(/^Esa excepción la tiene Elena /),
    })
    accepted(await rita.act(conflict, 'release'))
    expect(await headerOf(elena.act(conflict, 'release'))).toMatchObject({ reason: 'action_gone' })
    const reject = { reason: 'not_found', answer: 'No está.' }
    accepted(await rita.act(claim, 'reject', reject))
    for (const id of [shift, sale]) accepted(await rita.act(id, 'close', CLOSED))
    expect(await ids(elena, { assigned: 'me' })).toEqual([])
    const { rows: left } = await server.owner.query('select id from exception_taken')
    expect(left).toEqual([])
  })

  test('gives an exception to the first of many who take it at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await unmatched(`RACE${round}`)
      const answers = await Promise.all([elena, rita, dora, elena].map((by) => by.act(id, 'take')))
      const done = answers.filter(({ responseHeader }) => responseHeader.responseCode === '00')
      expect(done).toHaveLength(1)
      for (const { responseHeader } of answers)
        if (responseHeader.responseCode !== '00') expect(responseHeader.reason).toBe('action_gone')
      const { rows } = await server.owner.query(
        `select from audit where action = 'takeException' and subject = $1`,
        [id.replace('sale:', '')],
      )
      expect(rows).toHaveLength(1)
    }
  })

  test('offers to assign only operators who see the exception', async () => {
    const id = await unmatched('ASSIGN')
    const offered = async () =>
      (await elena.page(id)).actions.find(({ name }) => name === 'assign')?.fields[0]?.options ?? []
    const names = (await offered()).map(({ label }) => label)
    expect(names.some((name) => name.startsWith('dora '))).toBe(true)
    expect(names.some((name) => name.startsWith('eva '))).toBe(false)
    const ofDora = (await offered()).find(({ label }) => label.startsWith('dora '))?.value ?? ''
    const { rows } = await server.owner.query<{ id: string }>(
      `select id from person where email = 'eva@demo.surtidor.uy'`,
    )
    for (const operator of [rows[0]?.id ?? '', 'x', ''])
      expect(await headerOf(elena.act(id, 'assign', { operator }))).toMatchObject({
        reason: 'invalid_request',
      })
    accepted(await elena.act(id, 'assign', { operator: ofDora }))
    expect(await ids(dora, { assigned: 'me' })).toContain(id)
    for (const action of ['take', 'assign', 'release'])
      expect((await headerOf(eva.act(id, action, { operator: ofDora }))).reason).toBe('not_found')
    // What may be of any station is not offered to operators who are bound to some.
    const claim = await steps.claimed(43)
    await steps.leave(claim.id)
    const page = await elena.page(`claim:${claim.id}`)
    const toAssign = page.actions.find(({ name }) => name === 'assign')?.fields[0]?.options ?? []
    expect(toAssign.some(({ label }) => /^(dora|eva) /.test(label))).toBe(false)
    expect(toAssign.some(({ label }) => label.startsWith('rita '))).toBe(true)
  })

  test('ends with the role of the operator, and after 90 days', async () => {
    const [mine, old] = [await unmatched('ROLE1'), await unmatched('ROLE2')]
    accepted(await rita.act(mine, 'take'))
    accepted(await elena.act(old, 'take'))
    const { now, db } = server.context
    await inTransaction(db, async (tx) => {
      const { rows } = await server.owner.query<{ id: string }>(
        `select id from person where email = 'rita@demo.surtidor.uy'`,
      )
      await changeRole(tx, rows[0]?.id ?? '', { role: '4', removesFactor: false, now: now() })
    })
    await server.owner.query(
      `update exception_taken set taken_at = taken_at - interval '91 days' where id = $1`,
      [old],
    )
    await purgeExpired(db, now())
    const free = await ids(elena, { assigned: 'none' })
    expect(free).toEqual(expect.arrayContaining([mine, old]))
  })
})

describe('closing several exceptions', () => {
  test('closes the others when one was closed by another operator, and says so of that one', async () => {
    const several = [await unmatched('BULK1'), await unmatched('BULK2'), await unmatched('BULK3')]
    accepted(await dora.act(several[1] ?? '', 'close', CLOSED))
    const answers = []
    for (const id of several) answers.push(await headerOf(elena.act(id, 'close', CLOSED)))
    expect(answers.map(({ reason }) => reason)).toEqual([undefined, 'action_gone', undefined])
    const left = await ids(elena, {})
    expect(several.filter((id) => left.includes(id))).toEqual([])
    const [first = ''] = several
    expect((await elena.page(first)).timeline).toContainEqual(
      expect.objectContaining({ remark: 'Motivo: Error de la estación o de la caja' }),
    )
  })

  test('asks for a reason of the list and for words', async () => {
    const id = await unmatched('WORDS')
    for (const fields of [{}, { reason: 'station_error' }, { ...CLOSED, reason: 'lost' }])
      expect((await headerOf(elena.act(id, 'close', fields))).reason).toBe('invalid_request')
    expect(await ids(elena, {})).toContain(id)
  })
})
