import { beforeEach, describe, expect, test } from 'vitest'
import type { GatewayPayment, GatewayReturn } from '#contract/geopay.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { leaseDueAttempts } from '#db/payments/attemptPolling.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { signedText } from '#testing/fixtures/gatewayMessages.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { debtOf, startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

let reference: string
let token: string
/** The return of the second card, which was charged. */
let charged: string
const server = startForEachTest(startTestPaymentServer)
const ana = startForEachTest(() => server.as('ana'))
beforeEach(async () => {
  reference = await debtOf(ana, 284_300)
  token = (await startPayment(ana, reference)).accessToken
  charged = (await server.pay(token)) ?? ''
})

const DECLINE = { authorized: false, authorizerCode: '51' }
const declined = (payment: GatewayPayment) => ({ ...payment, ...DECLINE })
async function sendReturn(data: string) {
  const { status, payment } = await ana.call(processGEOPayResponse, { geopayResponse: data })
  return payment?.state ?? status
}
/** The return of the first card, which was declined. */
function declinedReturn(): string {
  const message = JSON.parse(charged) as GatewayReturn
  const first = { ...message, payment: declined(message.payment) }
  return signedText(server.keysDir, first, 'responseHeader')
}
async function pollDue(): Promise<void> {
  const poller = startPendingPaymentPoller(server.context)
  await poller.now()
  await poller.stop()
}
const debtState = async () =>
  (await ana.call(getDebts, { type: '2' })).debts.find((debt) => debt.reference === reference)
    ?.state
/** The charge is polled until it is voided; until then the debt is not shown as owed. */
async function expectVoidByPoll(): Promise<void> {
  expect((await server.attemptOf(token)).nextPollAt).not.toBeNull()
  expect(await server.gatewayPayment(token)).toMatchObject({ charged: true, voided: false })
  expect(await debtState()).toBe('PROCESSING')
  server.stub.failures = {}
  server.stub.alterAnswer = null
  server.wait(60_000)
  await pollDue()
  expect(await server.gatewayPayment(token)).toMatchObject({ charged: false, voided: true })
  expect(await server.attemptOf(token)).toMatchObject({ state: 'REJECTED', nextPollAt: null })
  expect(await debtState()).toBe('PENDING')
}

describe('a poll that is scheduled while an older answer is applied', () => {
  test('stays when that answer declines an open attempt', async () => {
    server.wait(1_000)
    server.stub.alterAnswer = declined
    server.stub.before.query = async () => {
      server.stub.failures.query = 'cut'
      expect(await sendReturn(charged)).toBe('PROCESSING')
      server.stub.failures = {}
    }
    expect(await sendReturn(declinedReturn())).toBe('PROCESSING')
    await expectVoidByPoll()
  })

  test('stays when a process leased it and died before that answer declines the attempt', async () => {
    const { db, now } = server.context
    server.wait(1_000)
    server.stub.alterAnswer = declined
    server.stub.before.query = async () => {
      server.stub.failures.query = 'cut'
      expect(await sendReturn(charged)).toBe('PROCESSING')
      server.stub.failures = {}
      server.wait(5_000)
      const until = new Date(now().getTime() + 30_000)
      expect(await leaseDueAttempts(db, { now: now(), until, count: 12 })).toHaveLength(1)
    }
    expect(await sendReturn(declinedReturn())).toBe('PROCESSING')
    await expectVoidByPoll()
  })

  test('stays when that answer is of a poll of a declined attempt', async () => {
    server.stub.alterAnswer = declined
    expect(await sendReturn(declinedReturn())).toBe('REJECTED')
    server.stub.failures.query = 'cut'
    expect(await sendReturn(charged)).toBe('PROCESSING')
    server.wait(5_000)
    server.stub.failures = {}
    server.stub.before.query = async () => {
      server.stub.alterAnswer = null
      server.stub.failures.void = 'cut'
      expect(await sendReturn(charged)).toBe('PROCESSING')
      server.stub.alterAnswer = declined
    }
    await pollDue()
    await expectVoidByPoll()
  })
})

describe('a charge that may not stand', () => {
  test.each([
    ['amount', { amount: 284_301 }],
    ['currency', { currency: '840' }],
    ['debt', { reference: 'another debt' }],
  ] as const)(
    'of another %s is voided by a poll when the process dies before its void',
    async (_field, wrong) => {
      server.stub.alterAnswer = declined
      expect(await sendReturn(declinedReturn())).toBe('REJECTED')
      server.stub.alterAnswer = (payment) => ({ ...payment, ...wrong })
      server.stub.before.void = () => Promise.reject(new Error('the process is killed here'))
      expect(await sendReturn(charged)).toBe(500)
      await expectVoidByPoll()
    },
  )
})
