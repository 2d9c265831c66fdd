import { beforeAll, describe, expect, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { notifications } from '#contract/user/notifications.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { factOf, objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { reportedSale, voidOf } from '#testing/fixtures/reportedItems.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted, type TestWire } from '#testing/harness/testClient.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { freshCode, type Person } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

const server = startForFile(startTestPaymentServer)
const AMOUNT = 284_300
/** Few of them together are above the limit of one operator. */
const SMALL = 28_430
/** Adds a debt of ana's. @returns its reference */
async function addDebt(amount = SMALL): Promise<string> {
  const reference = await server.addDebt(AMOUNT)
  await server.owner.query(
    `update debt set amount = $2::int, taxed_amount = round(taxed_amount * $2::numeric / amount),
      tax_amount = round(tax_amount * $2::numeric / amount) where reference = $1`,
    [reference, amount],
  )
  return reference
}
let ana: Person
const steps = {} as Record<'elena' | 'second', ReturnType<typeof objectSteps>>
beforeAll(async () => {
  ana = await server.as('ana')
  steps.elena = objectSteps(await server.as('elena'), 'debt')
  steps.second = objectSteps(await createPersonLike(server, 'second', 'elena'), 'debt')
})

const voidBy = async (name: 'elena' | 'second', reference: string, wire?: TestWire) => {
  const code = await freshCode(server.context, `${name}@demo.surtidor.uy`)
  return () => steps[name].act(reference, 'void', { code, text: 'Se emitió dos veces.' }, wire)
}
/** Not repeated: the repeats of a request wait for each other, and would hold up the other request. */
const ONCE = { header: {} }
const noticesOf = async () =>
  (await ana.call(notifications, {})).notifications.filter(
    ({ title }) => title === 'Anulamos una deuda',
  )
const ownDebts = async () =>
  (await ana.call(getDebts, { type: '2' })).debts.map(({ reference }) => reference)
const auditOf = async (reference: string) =>
  (
    await server.owner.query(`select from audit where action = 'voidDebt' and subject = $1`, [
      reference,
    ])
  ).rowCount
const broken = () => checkInvariants(server.context.db)

describe('the kind debt', () => {
  test('lists debts by driver, state and reference, and is found by its reference', async () => {
    const reference = await addDebt()
    const [row] = await steps.elena.list({ reference })
    expect(row?.cells.map(({ text }) => text)).toEqual([
      expect.any(String),
      undefined,
      'Ana P.',
      expect.any(String),
      undefined,
      undefined,
      reference,
      'Pendiente',
    ])
    const page = await steps.elena.page(reference)
    const driver = factOf(page, 'Nombre')?.link?.id ?? ''
    const ofDriver = await steps.elena.list({ driver, state: 'PENDING' })
    expect(ofDriver.map(({ id }) => id)).toContain(reference)
    expect(await steps.elena.list({ driver: 'x' })).toEqual([])
    expect(await steps.elena.paged(3, { driver })).toEqual(
      (await steps.elena.list({ driver })).map(({ id }) => id),
    )
    expect(await steps.elena.found(reference)).toEqual([reference])
    expect(JSON.stringify(page)).not.toContain('ana@demo')
  })
})

describe('an operator who voids a debt', () => {
  test('ends it with a reason, and the driver is told and can no longer pay it', async () => {
    const reference = await addDebt()
    const { reason } = (await steps.elena.act(reference, 'void', { text: 'Sí.' })).responseHeader
    expect(reason).toBe('invalid_request')
    accepted(await (await voidBy('elena', reference))())
    expect(await ownDebts()).not.toContain(reference)
    expect((await noticesOf())[0]?.text).toMatch(/^Ya no debés \$\s284,30 a /)
    const { timeline, actions } = await steps.elena.page(reference)
    expect(timeline.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Deuda anulada', 'Nota', 'Notificación al conductor']),
    )
    expect(actions.map(({ name }) => name)).toEqual(['note'])
    const { responseHeader } = await ana.call(getGEOPayAccessToken, { debtData: { reference } })
    expect(responseHeader.responseCode).not.toBe('00')
  })

  test('finds one that is being paid, or paid, refused', async () => {
    const reference = await addDebt()
    const { accessToken } = accepted(await startPayment(ana, reference))
    expect((await steps.elena.page(reference)).badges[0]?.text).toBe('Se está pagando')
    const refusal = async () => (await (await voidBy('elena', reference))()).responseHeader.reason
    expect(await refusal()).toBe('action_gone')
    const geopayResponse = (await server.pay(accessToken)) ?? ''
    accepted(await ana.call(processGEOPayResponse, { geopayResponse }))
    server.wait(60_000)
    expect(await refusal()).toBe('action_gone')
    const page = await steps.elena.page(reference)
    expect(page.badges[0]?.text).toBe('Paga')
    expect(rowsOf(page, 'Intentos de pago')[0]?.[0]?.link?.kind).toBe('payment')
  })

  test.each(['void', 'payment'] as const)(
    'P2: and the start of its payment at once, %s first: the first one counts',
    async (first) => {
      server.wait(60_000)
      const reference = await addDebt()
      const holder = await createLockHolder(server)
      const run = {
        void: await voidBy('elena', reference, ONCE),
        payment: () => ana.call(getGEOPayAccessToken, { debtData: { reference } }, ONCE),
      }
      await holder.lock('select from debt where reference = $1 for update', [reference])
      const second = first === 'void' ? 'payment' : 'void'
      const running = [run[first]()]
      await holder.waitForBlocked(1)
      running.push(run[second]())
      await holder.waitForBlocked(2)
      await holder.release('rollback')
      const codes = (await Promise.all(running)).map(
        ({ responseHeader }) => responseHeader.responseCode,
      )
      expect(codes.map((code) => code === '00')).toEqual([true, false])
      const isVoid = first === 'void'
      expect((await server.debtRow(reference)).state).toBe(isVoid ? 'VOIDED' : 'PENDING')
      expect(await server.attemptsOf(reference)).toHaveLength(isVoid ? 0 : 1)
    },
  )

  test('and another one at once void it once', async () => {
    server.wait(60_000)
    const reference = await addDebt()
    const before = (await noticesOf()).length
    const both = [await voidBy('elena', reference, ONCE), await voidBy('second', reference, ONCE)]
    const holder = await createLockHolder(server)
    await holder.lock('select from debt where reference = $1 for update', [reference])
    const running = both.map((run) => run())
    await holder.waitForBlocked(2)
    await holder.release('rollback')
    const reasons = (await Promise.all(running)).map(({ responseHeader }) => responseHeader.reason)
    expect(reasons.toSorted()).toEqual(['action_gone', undefined])
    expect(await auditOf(reference)).toBe(1)
    expect((await noticesOf()).length).toBe(before + 1)
  })

  describe('above the limit of one operator', () => {
    const decide = async (name: 'elena' | 'second', reference: string, decision: string) =>
      (
        await steps[name].act(reference, 'decide', {
          decision,
          code: await freshCode(server.context, `${name}@demo.surtidor.uy`),
        })
      ).responseHeader
    const propose = async (amount = 568_600) => {
      server.wait(60_000)
      const reference = await addDebt(amount)
      expect(accepted(await (await voidBy('elena', reference))()).outcome).toContain('otra persona')
      expect((await server.debtRow(reference)).state).toBe('PENDING')
      return reference
    }
    const actionsFor = async (name: 'elena' | 'second', reference: string) =>
      (await steps[name].page(reference)).actions.map((one) => one.name)

    test('waits for another person, who confirms it', async () => {
      const reference = await propose()
      expect(await actionsFor('elena', reference)).toEqual(['withdraw', 'note'])
      expect(await actionsFor('second', reference)).toEqual(['decide', 'note'])
      const before = (await noticesOf()).length
      server.wait(60_000)
      expect(await decide('elena', reference, 'confirmed')).toMatchObject({
        reason: 'action_gone',
        responseDescription: expect.stringContaining('ya espera'),
      })
      server.wait(60_000)
      expect((await decide('second', reference, 'confirmed')).responseCode).toBe('00')
      expect((await server.debtRow(reference)).state).toBe('VOIDED')
      expect((await noticesOf()).length).toBe(before + 1)
      expect(await auditOf(reference)).toBe(1)
      expect((await steps.elena.page(reference)).timeline.map(({ title }) => title)).toEqual(
        expect.arrayContaining(['Deuda anulada', 'Nota', 'Anulación de una deuda propuesta']),
      )
      expect(await broken()).toEqual([])
    })

    test('counts what the operator, and no other one, voided alone on the day', async () => {
      accepted(await (await voidBy('elena', await addDebt()))())
      await propose(480_000)
      server.wait(60_000)
      const ofOther = await addDebt(440_000)
      expect(accepted(await (await voidBy('second', ofOther))()).outcome).toContain('anulada')
    })

    test('is rejected by another person, or withdrawn, and can be proposed again', async () => {
      const reference = await propose()
      server.wait(60_000)
      expect((await decide('second', reference, 'rejected')).responseCode).toBe('00')
      server.wait(60_000)
      accepted(await (await voidBy('elena', reference))())
      server.wait(60_000)
      const code = await freshCode(server.context, 'elena@demo.surtidor.uy')
      accepted(await steps.elena.act(reference, 'withdraw', { code }))
      expect(await actionsFor('second', reference)).toContain('void')
      expect((await server.debtRow(reference)).state).toBe('PENDING')
    })

    test('P2: cannot be confirmed once the driver pays, and is rejected then', async () => {
      const reference = await propose()
      const { accessToken } = accepted(await startPayment(ana, reference))
      const geopayResponse = (await server.pay(accessToken)) ?? ''
      accepted(await ana.call(processGEOPayResponse, { geopayResponse }))
      server.wait(60_000)
      expect((await decide('second', reference, 'confirmed')).reason).toBe('action_gone')
      expect((await server.debtRow(reference)).state).toBe('PAID')
      server.wait(60_000)
      expect((await decide('second', reference, 'rejected')).responseCode).toBe('00')
      expect(await broken()).toEqual([])
    })

    test('cannot be confirmed when the debt has changed since', async () => {
      const reference = await propose()
      await server.owner.query('update debt set amount = amount + 100 where reference = $1', [
        reference,
      ])
      server.wait(60_000)
      expect((await decide('second', reference, 'confirmed')).reason).toBe('action_gone')
      expect((await server.debtRow(reference)).state).toBe('PENDING')
    })
  })

  test('T11: of a sale on account leaves nothing due, also when the till voids the sale after it', async () => {
    server.wait(60_000)
    await widenBounds(server.owner)
    const till = await enrolTestTerminal(server)
    const before = new Set(await ownDebts())
    const payments = [{ means: 'account' as const, amount: 76_880, rrn: '', lastFour: '' }]
    const sale = reportedSale('V1', 10, { payments, loyaltyCode: '60000001' })
    accepted(await till.call(reportSales, { items: [sale] }))
    const [reference = ''] = (await ownDebts()).filter((one) => !before.has(one))
    expect(factOf(await steps.elena.page(reference), 'De la venta a cuenta')?.link?.kind).toBe(
      'sale',
    )
    accepted(await (await voidBy('elena', reference))())
    expect(await broken()).toEqual([])
    const repeated = accepted(await till.call(reportSales, { items: [sale] }))
    expect(repeated.results[0]?.account).toEqual({ state: 'withdrawn', amount: 0 })
    accepted(await till.call(reportSales, { items: [voidOf(sale)] }))
    expect(await broken()).toEqual([])
  })
})
