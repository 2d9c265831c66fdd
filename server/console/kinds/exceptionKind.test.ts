import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { closeShift } from '#contract/station/closeShift.ts'
import { notifications } from '#contract/user/notifications.ts'
import { setRole } from '#db/accounts/roles.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { factOf, objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { cfe, reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { ANA, claimSteps } from '#testing/station/claimSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => claimSteps(server))
const elena = startForFile(async () => objectSteps(steps.elena, 'exception'))
/** A second administrator. */
const rita = startForFile(async () => {
  const now = server.context.now()
  await setRole(server.context.db, 'diego@demo.surtidor.uy', {
    role: ADMINISTRADOR,
    removesFactor: false,
    codeHash: Buffer.alloc(32),
    codeExpiresAt: now,
    now,
  })
  return objectSteps(await server.as('diego'), 'exception')
})

const REMARK = 'El ticket tiene su firma.'
const CLOSED = { reason: 'station_error', remark: REMARK }
const balance = () => balanceOf(server.context.db, ANA)
/** The exception of a sale, by its ticket. */
const exceptionOf = async (ticket: string) => {
  const { rows } = await server.context.db.execute<{ id: string }>(
    sql`select 'sale:' || identity as id from sale_event where ticket = ${ticket} and kind = 'sale'`,
  )
  return rows[0]?.id ?? ''
}
const listed = async (filters: Record<string, string> = {}) =>
  (await elena.list(filters)).map(({ id }) => id)
const link = (by: ReturnType<typeof objectSteps>, id: string, loyaltyCode = ANA, remark = REMARK) =>
  by.act(id, 'link', { loyaltyCode, remark })
const auditOf = async (action: string, subject: string) =>
  (
    await server.context.db.execute(
      sql`select detail from audit where action = ${action} and subject = ${subject}`,
    )
  ).rows.map(({ detail }) => detail)

describe('exceptions in the console', () => {
  test('are unmatched sales that named a member, conflicts and claims, each once over all pages', async () => {
    const named = reportedSale('W1', 2, { plate: 'NAA1111' })
    const gone = reportedSale('W2', 2, { plate: 'NAA1111' })
    const other = { ...named, shift: 'other' }
    await steps.report(
      named,
      gone,
      voidOf(gone),
      reportedSale('W3', 2),
      reportedSale('W4', 2, { loyaltyCode: '69999999' }),
      reportedSale('W5', 2, { loyaltyCode: ANA }),
      other,
    )
    const { id } = await steps.claimed(33)
    await steps.leave(id)
    const late = await steps.claimed(33)
    const all = await listed()
    expect(await elena.paged(1)).toEqual(all)
    for (const [ticket, isThere] of [
      ['W1', true],
      ['W2', false],
      ['W3', false],
      ['W4', true],
      ['W5', false],
    ] as const)
      expect(all.includes(await exceptionOf(ticket)), ticket).toBe(isThere)
    expect(all).toContain(`claim:${id}`)
    // It still waits for its till.
    expect(all).not.toContain(`claim:${late.id}`)
    expect(await listed({ reason: 'plate' })).toContain(await exceptionOf('W1'))
    expect(await listed({ reason: 'code' })).toEqual([await exceptionOf('W4')])
    expect(await listed({ reason: 'content' })).toHaveLength(1)
    expect(await listed({ period: '20200101-20200101' })).toEqual([])
    // A sale that never was one has no page.
    for (const ticket of ['W3', 'W5'])
      expect(await elena.reasonOf(await exceptionOf(ticket))).toBe('not_found')
    for (const unknown of ['', 'sale:', 'claim:x', 'conflict:x', "sale:' or 1=1", 'debt:1', 'W1'])
      expect(await elena.reasonOf(unknown)).toBe('not_found')
  })

  test('T12: an unmatched sale becomes a member’s with a remark, and the points arrive once', async () => {
    const sale = reportedSale('K1', 20, { plate: 'KAA1111' })
    await steps.report(sale, returnOf(sale, 'K2', 5))
    const id = await exceptionOf('K1')
    const page = await elena.page(id)
    expect(page.actions.map(({ name }) => name)).toEqual([
      'note',
      'link',
      'close',
      'take',
      'assign',
    ])
    expect(factOf(page, 'Matrícula en la caja')).toEqual({ text: '•••111' })
    expect(rowsOf(page, 'Afiliaciones posibles')).toEqual([])
    const before = await balance()
    for (const [fields, reason] of [
      [{}, 'invalid_request'],
      [{ loyaltyCode: ANA }, 'invalid_request'],
      [{ loyaltyCode: ANA, remark: ' ' }, 'invalid_request'],
      [{ loyaltyCode: '69999999', remark: REMARK }, 'not_found'],
      [{ loyaltyCode: "' or 1=1", remark: REMARK }, 'not_found'],
    ] as const)
      expect((await elena.act(id, 'link', fields)).responseHeader.reason).toBe(reason)
    expect(await balance()).toBe(before)

    accepted(await link(elena, id))
    expect((await balance()) - before).toBe(45)
    expect((await link(elena, id)).responseHeader.reason).toBe('action_gone')
    expect((await balance()) - before).toBe(45)
    expect(await listed()).not.toContain(id)
    const identity = id.replace('sale:', '')
    expect(await auditOf('linkSale', identity)).toEqual([{ loyaltyCode: ANA }])
    const sales = objectSteps(steps.elena, 'sale')
    for (const { timeline } of [await elena.page(id), await sales.page(identity)]) {
      const titles = timeline.map(({ title }) => title)
      expect(titles).toContain('La venta pasó a una afiliación')
      expect(timeline.find(({ title }) => title === 'Nota')?.remark).toBe(REMARK)
    }
    const told = accepted(await steps.ana.call(notifications, {})).notifications
    expect(told.map(({ text }) => text)).toContain(
      'Encontramos una compra tuya que no tenía tu afiliación y la sumamos a tus consumos. Te dejó 45 puntos pendientes: podés usarlos desde el 09/09.',
    )
  })

  test('T12: two operators at once give the points once, to one of two loyalties', async () => {
    const { rows } = await server.context.db.execute<{ code: string }>(
      sql`select code from loyalty where code <> ${ANA} and programme = 'surtidor' and ended_at is null
        and person_id <> (select person_id from loyalty where code = ${ANA}) order by code limit 1`,
    )
    const other = rows[0]?.code ?? ''
    for (let round = 0; round < 5; round += 1) {
      const ticket = `R${round}`
      await steps.report(reportedSale(ticket, 10, { plate: 'RAA1111' }))
      const id = await exceptionOf(ticket)
      const both = async () => (await balance()) + (await balanceOf(server.context.db, other))
      const before = await both()
      const answers = await Promise.all([link(elena, id), link(rita, id, other), link(elena, id)])
      const reasons = answers.map(({ responseHeader }) => responseHeader.reason)
      expect(reasons.filter((reason) => reason === undefined)).toHaveLength(1)
      expect(reasons.filter((reason) => reason === 'action_gone')).toHaveLength(2)
      expect((await both()) - before).toBe(30)
      expect(await auditOf('linkSale', id.replace('sale:', ''))).toHaveLength(1)
      const { timeline } = await elena.page(id)
      expect(timeline.filter(({ title }) => title === 'Nota')).toHaveLength(1)
    }
  })

  test('a link and the void of the sale at once leave no points', async () => {
    for (let round = 0; round < 4; round += 1) {
      const sale = reportedSale(`V${round}`, 10, { plate: 'VAA1111' })
      await steps.report(sale)
      const id = await exceptionOf(sale.ticket)
      const before = await balance()
      await Promise.all([link(elena, id), steps.report(voidOf(sale))])
      expect(await balance()).toBe(before)
    }
  })

  test('an operator gives no sale to a loyalty of their own', async () => {
    await steps.report(reportedSale('O1', 10, { plate: 'OAA1111' }))
    const id = await exceptionOf('O1')
    const give = (email: string) =>
      server.context.db.execute(sql`update loyalty set person_id = (select id from person where email = ${email})
        where code = ${ANA}`)
    await give('elena@demo.surtidor.uy')
    expect((await link(elena, id)).responseHeader.reason).toBe('own_request')
    await give('ana@demo.surtidor.uy')
    expect(await listed()).toContain(id)
  })

  test('a conflict shows both contents without the member, and is closed once with a remark', async () => {
    const sale = reportedSale('X1', 10, { cfe: cfe(9_001), loyaltyCode: ANA })
    await steps.report(sale, { ...reportedSale('X1', 12, { cfe: cfe(9_001), loyaltyCode: ANA }) })
    const ids = await listed({ reason: 'content' })
    const pages = await Promise.all(ids.map((id) => elena.page(id)))
    const place = pages.findIndex((page) => factOf(page, 'Venta')?.text === 'e-Ticket A 9001')
    const [id, page] = [ids[place] ?? '', pages[place]]
    const rows = page ? rowsOf(page, 'Lo guardado y lo que llegó') : []
    const row = (name: string) => rows.find(([cell]) => cell?.text === name)?.slice(1)
    const differs = { text: 'Distinto', tone: 'warn' }
    expect(row('Total')).toEqual([
      { cents: 76_880, currency: '858' },
      { cents: 12 * 7688, currency: '858' },
      differs,
    ])
    expect(row('Renglón 1: litros')).toEqual([
      { millilitres: 10_000 },
      { millilitres: 12_000 },
      differs,
    ])
    for (const same of ['Ticket', 'Turno', 'Caja', 'Cuándo', 'Renglón 1: precio', 'Pago 1: medio'])
      expect(row(same)?.at(-1), same).toEqual({ text: '' })
    // What arrived is kept without its member.
    expect(rows.map(([, , arrived]) => arrived?.text)).not.toContain(ANA)
    expect((await elena.act(id, 'close')).responseHeader.reason).toBe('invalid_request')
    const answers = await Promise.all([
      elena.act(id, 'close', CLOSED),
      rita.act(id, 'close', CLOSED),
    ])
    const reasons = answers.map(({ responseHeader }) => responseHeader.reason ?? '')
    expect(reasons.toSorted()).toEqual(['', 'action_gone'])
    const closed = await elena.page(id)
    expect(closed.timeline.filter(({ title }) => title === 'Nota')).toHaveLength(1)
    expect(closed.badges).toMatchObject([{ text: 'Resuelta' }])
    expect(await listed()).not.toContain(id)
    // The till’s repeat of it opens none.
    await steps.report({ ...reportedSale('X1', 12, { cfe: cfe(9_001), loyaltyCode: ANA }) })
    expect(await listed()).not.toContain(id)
  })

  test('a sale that is no member’s stops waiting, once', async () => {
    await steps.report(reportedSale('N1', 6, { loyaltyCode: '69999998' }))
    const id = await exceptionOf('N1')
    expect((await elena.act(id, 'close', { remark: REMARK })).responseHeader.reason).toBe(
      'invalid_request',
    )
    accepted(await elena.act(id, 'close', { reason: 'no_member', remark: REMARK }))
    expect(await listed()).not.toContain(id)
    const page = await elena.page(id)
    expect(page.badges).toMatchObject([{ text: 'Resuelta' }])
    expect(page.actions.map(({ name }) => name)).toEqual(['note'])
    const titles = page.timeline.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['La venta quedó sin afiliación', 'Nota']))
    for (const action of ['close', 'link', 'take'])
      expect(
        (await rita.act(id, action, { ...CLOSED, loyaltyCode: ANA })).responseHeader.reason,
      ).toBe('action_gone')
  })

  test('T3: a shift that does not add up waits after an hour, until it is closed, and again when its till closes it anew', async () => {
    await steps.report(reportedSale('T1', 4, { shift: 'noche' }))
    const totals = { shift: 'noche', sales: 2, voids: 0, returns: 0, amounts: [], quantities: [] }
    accepted(await steps.till.call(closeShift, totals))
    expect(await listed({ reason: 'shift' })).toEqual([])
    const wait = (interval: string) =>
      server.context.db.execute(
        sql`update shift set closed_at = closed_at - ${interval}::interval, answered_at = answered_at - ${interval}::interval`,
      )
    await wait('2 hours')
    const [id = ''] = await listed({ reason: 'shift' })
    const page = await elena.page(id)
    expect(factOf(page, 'Turno')).toEqual({ text: 'noche' })
    expect(rowsOf(page, 'Diferencias')).toContainEqual([
      { text: 'Ventas' },
      { count: 2 },
      { count: 1 },
      { count: 1 },
      { text: '' },
    ])
    expect(rowsOf(page, 'Diferencias')).toContainEqual([
      { text: 'Importe' },
      { cents: 0, currency: '858' },
      { cents: 4 * 7688, currency: '858' },
      { text: '' },
      { cents: 4 * 7688, currency: '858' },
    ])
    expect(rowsOf(page, 'Lo que tenemos del turno').map(([ticket]) => ticket?.text)).toEqual([
      'Ticket T1',
    ])
    const answers = await Promise.all([
      elena.act(id, 'close', CLOSED),
      rita.act(id, 'close', CLOSED),
    ])
    const reasons = answers.map(({ responseHeader }) => responseHeader.reason ?? '')
    expect(reasons.toSorted()).toEqual(['', 'action_gone'])
    expect(await listed({ reason: 'shift' })).toEqual([])
    expect((await elena.page(id)).badges).toMatchObject([{ text: 'Resuelta' }])
    await wait('3 hours')
    accepted(await steps.till.call(closeShift, totals))
    await server.context.db.execute(
      sql`update shift set closed_at = closed_at - interval '61 minutes'`,
    )
    expect(await listed({ reason: 'shift' })).toEqual([id])
    await steps.report(reportedSale('T2', 4, { shift: 'noche' }))
    for (const unknown of ['shift:E001::no', 'shift:', 'shift:E001:noche'])
      expect(await elena.reasonOf(unknown)).toBe('not_found')
  })
})
