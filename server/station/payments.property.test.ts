import * as fc from 'fast-check'
import { describe, test } from 'vitest'
import { DAY_MS, HOUR_MS, toDate } from '#contract/dates.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { cancelPayment } from '#contract/station/cancelPayment.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { voidPayment } from '#contract/station/voidPayment.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'
import { paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const MINUTE_MS = 60_000
const LIFETIME_MS = 10 * MINUTE_MS

const act = fc.record({
  kind: fc.constantFrom(
    ...(['request', 'open', 'open', 'open', 'pay', 'pay', 'pay'] as const),
    ...(['cancel', 'void', 'void', 'wait', 'wait', 'hear'] as const),
  ),
  request: fc.nat(1),
  driver: fc.nat(1),
  ms: fc.constantFrom(MINUTE_MS, LIFETIME_MS - 1, LIFETIME_MS, DAY_MS, DAY_MS),
})
type Act = typeof act extends fc.Arbitrary<infer Given> ? Given : never
/** Two that are done at once. */
const MEETINGS = ['open open', 'open cancel', 'cancel open', 'pay cancel', 'cancel pay']

/** A payment request in the model of the rules. */
class ModelRequest {
  state = 'waiting'
  told = 'waiting'
  endsAt: number
  openedOn = ''
  isPaid = false
  /** Who has the page of the gateway, or had it. */
  payer: number | null = null
  isCharged = false
  constructor(now: number) {
    this.endsAt = now + LIFETIME_MS
  }

  copy(): ModelRequest {
    return Object.assign(new ModelRequest(0), this)
  }

  end(now: number): void {
    if (this.state === 'waiting' && this.endsAt <= now) this.state = 'expired'
  }

  /** @returns what the act is answered */
  play({ kind, driver }: Pick<Act, 'kind' | 'driver'>, now: number): string {
    this.end(now)
    if (kind === 'open') {
      if (this.state !== 'waiting' || (this.payer ?? driver) !== driver) return 'refused'
      this.payer = driver
      this.openedOn ||= toDate(new Date(now))
      return 'page'
    }
    if (kind === 'pay') {
      if (this.payer !== driver || this.isCharged) return 'nothing'
      this.isCharged = true
      if (this.state !== 'waiting') return 'not paid'
      this.isPaid = true
      this.state = 'paid'
      return 'PAID'
    }
    if (kind === 'cancel') {
      if (this.state === 'waiting') this.state = 'cancelled'
      return this.state
    }
    if (!this.isPaid) return 'not_paid'
    // Until 02:00 of the day after the page was opened.
    const day = toDate(new Date(now - 2 * HOUR_MS))
    if (this.state === 'paid' && day > this.openedOn) return 'day_closed'
    this.state = 'voided'
    return this.state
  }
}

const server = startForFile(startTestPaymentServer)
const till = startForFile(() => enrolTestTerminal(server))
const steps = paymentSteps(server, till)
const now = () => server.context.now().getTime()

/** A request with the pages that were opened of it, and the model of it. */
interface Played {
  reference: string
  code: string
  tokens: Map<number, string>
  model: ModelRequest
}

type Compared = string | number | undefined
function assertSame(actual: Compared, expected: Compared): void {
  if (actual !== expected)
    throw new Error(`actual: ${actual ?? 'none'}; expected: ${expected ?? 'none'}`)
}

/** Runs acts of a till and two drivers against the server and the model. */
class ModelRun {
  readonly requests: Played[] = []
  drivers: Person[] = []

  async logIn(): Promise<void> {
    this.drivers = [await server.as('ana'), await server.as('driver00001')]
  }

  /** @returns what the act was answered */
  async perform({ kind, driver }: Act, { reference, code, tokens, model }: Played) {
    const person = this.drivers[driver]
    if (!person) throw new Error('no such driver')
    if (kind === 'open') {
      const { debt } = accepted(await person.call(openPaymentRequest, { code })).request
      const debtData = { reference: debt.reference }
      const { accessToken } = await person.call(getGEOPayAccessToken, { debtData })
      if (accessToken) tokens.set(driver, accessToken)
      return accessToken ? 'page' : 'refused'
    }
    if (kind === 'pay') {
      const token = tokens.get(driver)
      if (!token || model.isCharged) return 'nothing'
      const geopayResponse = await server.pay(token)
      if (!geopayResponse) return 'not paid'
      // The return of a page whose time is over is refused as too old.
      const answer = await person.call(processGEOPayResponse, { geopayResponse })
      return answer.payment?.state === 'PAID' ? 'PAID' : 'not paid'
    }
    const answer =
      kind === 'cancel'
        ? await till.call(cancelPayment, { reference })
        : await till.call(voidPayment, { reference, reason: 'Se anuló la venta.' })
    return answer.payment?.state ?? answer.responseHeader.reason
  }

  /** A driver who has no page leaves the paying to the one who has. */
  driverOf({ kind, driver, request }: Act): number {
    const payer = this.requests.at(-1 - request)?.model.payer
    return kind === 'pay' ? (payer ?? driver) : driver
  }

  /** Acts at the same time are answered as if one came after the other. */
  async play(acts: Act[]): Promise<void> {
    const [one] = acts
    const played = one && this.requests.at(-1 - one.request)
    if (!played) return
    const answers = await Promise.all(acts.map((each) => this.perform(each, played)))
    const orders = [acts, acts.toReversed()].map((order) => {
      const model = played.model.copy()
      const told = new Map(order.map((each) => [each, model.play(each, now())]))
      return { model, answers: acts.map((each) => told.get(each)) }
    })
    const match = orders.find((order) => order.answers.join() === answers.join())
    const expected = orders.map((order) => order.answers.join()).join(' or ')
    if (!match) throw new Error(`${JSON.stringify(acts)}: ${answers.join()}, expected ${expected}`)
    played.model = match.model
  }

  async request(): Promise<void> {
    const { reference, code } = await steps.request()
    const model = new ModelRequest(now())
    this.requests.push({ reference, code, tokens: new Map(), model })
  }

  /** T14: a heartbeat tells of what ended, until the till acknowledges it. */
  async hear(): Promise<void> {
    const told = accepted(await till.call(heartbeat, {})).payments
    const stateOf = (of: string) => told.find(({ reference }) => reference === of)?.state
    for (const { reference, model } of this.requests) {
      model.end(now())
      assertSame(stateOf(reference), model.state === model.told ? undefined : model.state)
    }
    await till.call(heartbeat, {
      acknowledged: told.map(({ reference, state }) => ({ reference, state })),
    })
    for (const { model } of this.requests) model.told = model.state
  }

  async checkStates(): Promise<void> {
    for (const { reference, model } of this.requests) {
      model.end(now())
      assertSame((await steps.status(reference)).state, model.state)
    }
  }

  /** T13: once the polls are done, the gateway holds the charge of each paid request, and no other. */
  async checkCharges(): Promise<void> {
    server.wait(2 * MINUTE_MS)
    const poller = startPendingPaymentPoller(server.context)
    await poller.now()
    await poller.stop()
    await this.checkStates()
    for (const { tokens, model } of this.requests) {
      const pages = await Promise.all([...tokens.values()].map(server.gatewayPayment))
      const charges = pages.filter((page) => page?.charged).length
      assertSame(charges, Number(model.state === 'paid'))
    }
    await this.hear()
  }
}

describe('payment requests', () => {
  test('are those of the model after any acts of a till and two drivers (T13, T14)', async () => {
    const acts = fc.array(fc.tuple(act, act, fc.boolean()), { minLength: 15, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(acts, async (pairs) => {
        // The limits of openings are those of two hours.
        server.wait(3 * 60 * MINUTE_MS)
        const run = new ModelRun()
        await run.logIn()
        await run.request()
        for (const [drawn, other, isAtOnce] of pairs) {
          const one = { ...drawn, driver: run.driverOf(drawn) }
          const { kind, request } = one
          if (kind === 'wait') server.wait(one.ms)
          if (kind === 'wait' && one.ms === DAY_MS) await run.logIn()
          if (kind === 'hear') await run.hear()
          if (kind === 'request' && run.requests.length < 5) await run.request()
          if (kind === 'wait' || kind === 'hear' || kind === 'request') continue
          const meet = isAtOnce && MEETINGS.includes(`${kind} ${other.kind}`)
          await run.play(meet ? [one, { ...other, request, driver: 1 - one.driver }] : [one])
          await run.checkStates()
        }
        await run.checkCharges()
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })
})
