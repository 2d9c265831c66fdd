import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, toDate } from '#contract/dates.ts'
import type { DiscrepancyKind } from '#contract/entities/reconciliation.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import { discrepancyText } from '#server/console/discrepancyText.ts'
import { reconcileDueDays } from '#server/payments/reconciliation/reconciliationJob.ts'
import { factOf, objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { payNewDebt } from '#testing/console/refundSteps.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

const server = startForFile(() => startTestPaymentServer())
let elena: ReturnType<typeof objectSteps>
let second: ReturnType<typeof objectSteps>
let days: ReturnType<typeof objectSteps>
let day: string
let attemptId: string
beforeAll(async () => {
  // One payment that the gateway knows by another amount, and one on which both sides agree.
  const ana = await server.as('ana')
  await payNewDebt(server, ana, 123_450)
  const { id } = await payNewDebt(server, ana, 123_450)
  attemptId = id
  const { db, now } = server.context
  await db.update(paymentAttempt).set({ refundedAmount: 500 }).where(eq(paymentAttempt.id, id))
  day = toDate(now())
  server.wait(DAY_MS)
  await reconcileDueDays(server.context)
  elena = objectSteps(await server.as('elena'), 'discrepancy')
  second = objectSteps(await createPersonLike(server, 'second', 'elena'), 'discrepancy')
  days = objectSteps(await server.as('elena'), 'day')
  server.expectedViolations.push('L9', 'P4')
})

const only = async (filters: Record<string, string> = {}) => {
  const rows = await elena.list(filters)
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? ''
}
const actionsOf = async (who: typeof elena, id: string) =>
  (await who.page(id)).actions.map(({ name }) => name)

describe('a discrepancy', () => {
  test('is listed and shows both sides with a link to the payment', async () => {
    const id = await only({ state: 'open', kind: 'AMOUNT', period: `${day}-${day}` })
    expect(await elena.list({ state: 'resolved' })).toEqual([])
    const page = await elena.page(id)
    expect(page.badges[0]?.text).toBe('Sin mirar')
    expect(factOf(page, 'Deuda')?.link).toEqual({ kind: 'payment', id: attemptId })
    const [, amounts, refunded] = rowsOf(page, 'Los dos lados')
    expect(amounts?.slice(1).map(({ cents }) => cents)).toEqual([123_450, 123_450])
    expect(refunded?.slice(1).map(({ cents }) => cents)).toEqual([500, 0])
  })

  test('is taken, resolved with words and opened again; a comparison keeps what was resolved', async () => {
    const id = await only()
    accepted(await elena.act(id, 'take'))
    expect(await only({ state: 'taken' })).toBe(id)
    expect(await actionsOf(elena, id)).toEqual(['resolve', 'note'])
    expect(await actionsOf(second, id)).toEqual(['take', 'resolve', 'note'])
    for (const [fields, sentence] of [
      [{}, 'Elegí cómo se resolvió.'],
      [{ resolution: 'agreed' }, 'Contá cómo se resolvió.'],
    ] as const)
      expect((await elena.act(id, 'resolve', fields)).responseHeader).toMatchObject({
        responseDescription: sentence,
      })
    const resolved = { resolution: 'agreed', text: 'La pasarela la carga mañana.' }
    const both = await Promise.all([
      elena.act(id, 'resolve', resolved),
      second.act(id, 'resolve', resolved),
    ])
    const codes = both.map(({ responseHeader }) => responseHeader.responseCode)
    expect(codes.toSorted()).toEqual(['00', '05'])
    expect(factOf(await elena.page(id), 'Cómo se resolvió')?.text).toBe('Se acordó con la pasarela')
    const { timeline } = await elena.page(id)
    expect(timeline.filter(({ title }) => title === 'Nota')).toHaveLength(1)

    accepted(await days.act(day, 'again'))
    expect((await days.page(day)).badges[0]?.text).toBe('Se está comparando')
    expect(await reconcileDueDays(server.context)).toEqual([day])
    expect(await only({ state: 'resolved' })).toBe(id)
    accepted(await elena.act(id, 'reopen'))
    expect(await only({ state: 'taken' })).toBe(id)
  })

  test('is on the page of its day, which is compared again after more than a week', async () => {
    const [row] = await days.list()
    expect(row?.cells.map(({ text, count }) => text ?? count)).toEqual([
      undefined,
      2,
      2,
      undefined,
      '1 diferencia',
    ])
    const page = await days.page(day)
    expect(rowsOf(page, 'Diferencias')[0]?.[0]?.link).toEqual({
      kind: 'discrepancy',
      id: await only(),
    })
    server.wait(20 * DAY_MS)
    const later = objectSteps(await server.as('elena'), 'day')
    accepted(await later.act(day, 'again'))
    expect(await reconcileDueDays(server.context)).toContain(day)
    expect(await later.reasonOf('20260230')).toBe('not_found')
    expect(await later.reasonOf('x')).toBe('not_found')
  })

  test('corrects itself when the sides agree, and waits again when they do not', async () => {
    elena = objectSteps(await server.as('elena'), 'discrepancy')
    days = objectSteps(await server.as('elena'), 'day')
    const id = await only()
    for (const [refundedAmount, badge] of [
      [0, 'Se corrigió sola'],
      [500, 'En curso'],
    ] as const) {
      await server.context.db
        .update(paymentAttempt)
        .set({ refundedAmount })
        .where(eq(paymentAttempt.id, attemptId))
      accepted(await days.act(day, 'again'))
      await reconcileDueDays(server.context)
      expect((await elena.page(id)).badges[0]?.text).toBe(badge)
    }
  })
})

describe('discrepancyText', () => {
  const one = {
    reference: 'FAC-1',
    stateThere: 'APPROVED',
    amountHere: 1000,
    currencyHere: '858',
    amountThere: 2000,
    currencyThere: '840',
  } as const
  const textOf = (change: Partial<Parameters<typeof discrepancyText>[0]>) =>
    discrepancyText({
      kind: 'AMOUNT',
      refundedHere: 0,
      refundedThere: 0,
      ...one,
      ...change,
    }).replaceAll('\u00A0', ' ')
  test.each([
    ['MISSING_HERE', 'La pasarela cobró US$ 20,00 por la deuda FAC-1; acá no figura paga.'],
    ['MISSING_THERE', 'Acá figuran $ 10,00 pagos por la deuda FAC-1; la pasarela no los cobró.'],
    ['AMOUNT', 'Por la deuda FAC-1 acá figuran $ 10,00; la pasarela cobró US$ 20,00.'],
    ['DOUBLE', 'Un cobro de más: US$ 20,00 por la deuda FAC-1, que ya está paga con otro cobro.'],
    [
      'VOIDED_THERE',
      'La pasarela anuló el cobro de US$ 20,00 por la deuda FAC-1; acá figura paga.',
    ],
    ['REFUNDED_THERE', 'La pasarela devolvió US$ 20,00 por la deuda FAC-1; acá no figura.'],
  ] as [DiscrepancyKind, string][])('%s', (kind, sentence) => {
    expect(textOf({ kind })).toBe(sentence)
  })
  test('names what was given back, an unknown debt and an unreadable item', () => {
    expect(textOf({ refundedHere: 500 })).toContain('figuran devueltos $ 5,00')
    expect(textOf({ kind: 'REFUNDED_THERE', refundedThere: 500 })).toContain('devolvió US$ 5,00')
    expect(textOf({ reference: '' })).toContain('una deuda que no conocemos')
    expect(textOf({ stateThere: 'UNREADABLE' })).toContain('no se puede leer')
  })
})
