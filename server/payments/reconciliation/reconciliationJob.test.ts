import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { leaseDay } from '#db/payments/reconciliations.ts'
import { gatewayDay } from '#db/tables/payments.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { startJobs } from '#server/jobs/jobRunner.ts'
import { reconcileDay } from '#server/payments/reconciliation/reconcileDay.ts'
import {
  reconcileDueDays,
  reconciliationJob,
} from '#server/payments/reconciliation/reconciliationJob.ts'
import { dayReports } from '#testing/crashes/dayReports.ts'
import { runDueJobs } from '#testing/harness/jobSteps.ts'
import {
  debtOf,
  startPayment,
  startTestPaymentServer,
  type TestPaymentServer,
} from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'

const DAY = '20260907'
const HOUR = 3_600_000
const LEASE = 600_000
let server: TestPaymentServer
let ana: Person
let tokens: string[]
beforeEach(() => {
  tokens = []
})
afterEach(() => server.close())

async function start(settlementList = true): Promise<void> {
  server = await startTestPaymentServer({ settlementList, pool: 8 })
  ana = await server.as('ana')
}
/** Charges debts at the gateway without a return or webhook. */
async function chargeAtGateway(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { accessToken } = await startPayment(ana, await server.addDebt(123_450))
    await server.pay(accessToken, 'pageClosed')
    tokens.push(accessToken)
  }
}
const reportOfDay = async () =>
  (await dayReports(server.context.db, 100)).find((one) => one.day === DAY)
const stateOf = async (token: string) => (await server.attemptOf(token)).state

describe('reconciliation job', () => {
  test('reconciles a day once, from 03:00 of the next one, and a week after an interruption', async () => {
    await start()
    // 02:59 of the 8th.
    server.wait(15 * HOUR - 61_000)
    expect((await reconcileDueDays(server.context)).at(-1)).toBe('20260906')
    server.wait(2 * 60_000)
    expect(await reconcileDueDays(server.context)).toEqual([DAY])
    expect(await reconcileDueDays(server.context)).toEqual([])
    server.wait(20 * 24 * HOUR)
    expect(await reconcileDueDays(server.context)).toEqual(
      Array.from({ length: 7 }, (_, place) => String(20260921 + place)),
    )
    const stored = await server.context.db.select().from(gatewayDay)
    expect(stored.filter(({ reconciledAt }) => reconciledAt !== null)).toHaveLength(15)
  })

  test('runs on a running server until it stops', async () => {
    await start()
    await chargeAtGateway(1)
    server.wait(16 * HOUR)
    const nightly = await startJobs(server.context, [reconciliationJob])
    await runDueJobs([server.context])
    await expect.poll(async () => (await reportOfDay())?.kinds).toEqual(['MISSING_HERE resolved'])
    await nightly.stop()
  })

  test('reconciles each day once when two servers start at the same time', async () => {
    await start()
    await chargeAtGateway(3)
    server.wait(16 * HOUR)
    const other = await server.second()
    const done = await Promise.all([
      reconcileDueDays(server.context),
      reconcileDueDays(other.context),
    ])
    const due = ['01', '02', '03', '04', '05', '06', '07'].map((one) => `202609${one}`)
    expect(done.flat().toSorted()).toEqual(due)
    expect((await reportOfDay())?.kinds).toEqual(Array(3).fill('MISSING_HERE resolved'))
  })

  test('takes over the day of a dead process at the end of its lease, and not before', async () => {
    await start()
    const now = server.context.now()
    const holder = '00000000-0000-8000-8000-000000000001'
    await leaseDay(server.context.db, { day: DAY, holder, now, until: new Date(+now + LEASE) })
    expect(await reconcileDay(server.context, DAY)).toBe(false)
    server.wait(LEASE)
    expect(await reconcileDay(server.context, DAY)).toBe(true)
    expect(await reconcileDay(server.context, DAY)).toBe(false)
  })

  test('reconciles a day again that a clock ahead of time had finished', async () => {
    await start()
    server.wait(16 * HOUR)
    expect(await reconcileDay(server.context, DAY)).toBe(true)
    server.wait(-10 * HOUR)
    await chargeAtGateway(1)
    expect(await reconcileDueDays(server.context)).not.toContain(DAY)
    server.wait(10 * HOUR)
    expect(await reconcileDueDays(server.context)).toContain(DAY)
    expect((await reportOfDay())?.kinds).toEqual(['MISSING_HERE resolved'])
  })

  test('reports resolved discrepancies after a crash between resolving and finishing', async () => {
    await start()
    await chargeAtGateway(2)
    // The statement that finishes the day fails.
    const { owner } = server
    await owner.query(
      'alter table gateway_day add constraint unfinished check (reconciled_at is null)',
    )
    await expect(reconcileDay(server.context, DAY)).rejects.toThrow()
    expect(await Promise.all(tokens.map(stateOf))).toEqual(['PAID', 'PAID'])
    await owner.query('alter table gateway_day drop constraint unfinished')
    server.wait(LEASE)
    expect(await reconcileDay(server.context, DAY)).toBe(true)
    expect((await reportOfDay())?.kinds).toEqual(['MISSING_HERE resolved', 'MISSING_HERE resolved'])
  })

  test('stops between two queries on a signal, and goes on at the next start', async () => {
    await start()
    await chargeAtGateway(10)
    const stopping = new AbortController()
    server.stub.before.query = async () => stopping.abort()
    expect(await reconcileDay(server.context, DAY, stopping.signal)).toBe(false)
    const paid = (await Promise.all(tokens.map(stateOf))).filter((state) => state === 'PAID')
    expect(paid).toHaveLength(8)
    server.wait(LEASE)
    expect(await reconcileDay(server.context, DAY)).toBe(true)
    expect(await reportOfDay()).toMatchObject({ discrepancies: { length: 10 }, waiting: 0 })
  })

  test('reports nothing while the gateway is unreachable, and reconciles the day afterwards', async () => {
    await start()
    await chargeAtGateway(1)
    server.stub.failures.echo = 'cut'
    server.stub.failures.query = 'cut'
    await expect(reconcileDay(server.context, DAY)).rejects.toBeInstanceOf(GatewayUnreachable)
    expect(await reconcileDueDays(server.context)).not.toContain(DAY)
    expect(await reportOfDay()).toBeUndefined()
    server.stub.failures = {}
    server.wait(16 * HOUR)
    expect(await reconcileDueDays(server.context)).toContain(DAY)
    expect((await reportOfDay())?.kinds).toEqual(['MISSING_HERE resolved'])
  })

  test('queries every attempt of the day at a gateway without settlement lists', async () => {
    await start(false)
    await chargeAtGateway(2)
    const { accessToken: refused } = await startPayment(ana, await server.addDebt(123_450))
    await server.pay(refused, '51')
    const { accessToken: voided } = await startPayment(ana, await debtOf(ana, 284_300))
    const data = await server.pay(voided)
    await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
    await server.context.gateway.void(voided)
    expect(await reconcileDay(server.context, DAY)).toBe(true)
    expect(await reportOfDay()).toMatchObject({ source: 'QUERIES', here: 1, there: 3 })
    expect((await reportOfDay())?.kinds).toEqual([
      'MISSING_HERE resolved',
      'MISSING_HERE resolved',
      'VOIDED_THERE resolved',
    ])
    expect(await Promise.all([...tokens, voided].map(stateOf))).toEqual(['PAID', 'PAID', 'VOIDED'])
  })

  test('reports a second charge of one token without a list, whichever comes first', async () => {
    await start(false)
    server.expectedViolations.push('P1')
    const { accessToken } = await startPayment(ana, await debtOf(ana, 284_300))
    const data = await server.pay(accessToken)
    await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
    await chargeAtGateway(1)
    server.stub.alterAnswer = (original) => {
      const second = { ...original, paymentToken: `second ${original.paymentToken}` }
      return original.accessToken === accessToken
        ? { ...second, extraCharges: [original] }
        : { ...original, extraCharges: [second] }
    }
    expect(await reconcileDay(server.context, DAY)).toBe(true)
    const found = await reportOfDay()
    expect(found?.kinds).toEqual(['DOUBLE open', 'DOUBLE open', 'MISSING_HERE resolved'])
    expect(found).toMatchObject({ here: 1, there: 4 })
    const doubled = found?.discrepancies.filter(({ kind }) => kind === 'DOUBLE') ?? []
    expect(doubled.every(({ paymentToken }) => paymentToken.startsWith('second '))).toBe(true)
    expect(await Promise.all([accessToken, ...tokens].map(stateOf))).toEqual(['PAID', 'PAID'])
  })

  test.each([true, false])(
    'reconciles the others when the gateway cannot answer about one payment (with list: %s)',
    async (settlementList) => {
      await start(settlementList)
      server.expectedViolations.push('P4')
      const { accessToken } = await startPayment(ana, await debtOf(ana, 284_300))
      const data = await server.pay(accessToken)
      await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
      await chargeAtGateway(2)
      server.stub.alterList = (page) => page.filter((one) => one.accessToken !== accessToken)
      server.stub.alterAnswer = (original) => {
        if (original.accessToken === accessToken) throw new GatewayUnreachable('code 96')
        return original
      }
      expect(await reconcileDay(server.context, DAY)).toBe(true)
      expect((await reportOfDay())?.kinds).toEqual([
        'MISSING_THERE open',
        'MISSING_HERE resolved',
        'MISSING_HERE resolved',
      ])
      expect(await stateOf(accessToken)).toBe('PAID')
    },
  )
})
