import { describe, expect, test } from 'vitest'
import type { GatewayPayment, GatewayReturn } from '#contract/geopay.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import type { Context } from '#server/context.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { killAtEachStep } from '#testing/crashes/killAtEachStep.ts'
import { signedText } from '#testing/fixtures/gatewayMessages.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'

/** The server that survives. */
const server = startForFile(startTestPaymentServer)
const ana = startForFile(() => server.as('ana'))

const DECLINE = { authorized: false, authorizerCode: '51' }
const declined = (payment: GatewayPayment) => ({ ...payment, ...DECLINE })
const sendReturn = async (person: Person, data: string) =>
  (await person.call(processGEOPayResponse, { geopayResponse: data })).status
async function poll(context: Context): Promise<void> {
  const poller = startPendingPaymentPoller(context)
  await poller.now().catch(() => {})
  await poller.stop()
}
function declinedReturn(charged: string): string {
  const message = JSON.parse(charged) as GatewayReturn
  const first = { ...message, payment: declined(message.payment) }
  return signedText(server.keysDir, first, 'responseHeader')
}
/** A payment before the step of it that the killed server takes. */
interface Payment {
  reference: string
  token: string
  /** The return of the page. */
  data: string
}
/** Who takes the step. */
interface Killed {
  person: Person
  context: Context
}
interface Path {
  /** Leaves the payment as the path begins. */
  prepare?: (payment: Payment) => Promise<unknown>
  run: (killed: Killed, payment: Payment) => Promise<unknown>
  /** The state of the attempt, and whether the gateway holds its charge, after the recovery. */
  state: string
  charged: boolean
  /** Before its void nothing here tells of the charge: the return has to come again. */
  knownByVoid?: true
}
const PATHS: Record<string, Path> = {
  'the return of a charge': {
    run: ({ person }, { data }) => sendReturn(person, data),
    state: 'PAID',
    charged: true,
  },
  'the return of a decline': {
    prepare: async () => {
      server.stub.alterAnswer = declined
    },
    run: ({ person }, { data }) => sendReturn(person, declinedReturn(data)),
    state: 'REJECTED',
    charged: true,
  },
  'a poll': { run: ({ context }) => poll(context), state: 'PAID', charged: true },
  'the void of a charge of another amount': {
    prepare: async () => {
      server.stub.alterAnswer = (payment) =>
        payment.voided ? payment : { ...payment, amount: payment.amount + 1 }
    },
    run: ({ context }) => poll(context),
    state: 'VOIDED',
    charged: false,
  },
  'the void of a charge by a second card': {
    prepare: async ({ data }) => {
      server.stub.alterAnswer = declined
      await sendReturn(ana, declinedReturn(data))
      server.stub.alterAnswer = null
    },
    run: ({ person }, { data }) => sendReturn(person, data),
    state: 'REJECTED',
    charged: false,
    knownByVoid: true,
  },
  'a refund': {
    prepare: async ({ data, token }) => {
      await sendReturn(ana, data)
      server.stub.alterAnswer = (payment) => ({
        ...payment,
        refunded: true,
        refundedAmount: payment.amount,
      })
      await schedulePoll(server.context.db, await server.attemptOf(token), server.context.now())
    },
    run: ({ context }) => poll(context),
    state: 'REFUNDED',
    charged: true,
  },
}

/** `killAtEachStep` with the gateway's calls among the steps. */
const killPaymentAtEachStep = (
  round: (take: (step: (killed: Killed) => Promise<unknown>) => Promise<string[]>) => Promise<void>,
) =>
  killAtEachStep(
    server,
    async (killPoint) => {
      const gateway = killPoint.gateway(server.context.gateway)
      const { session, context } = await server.second({ gateway }, { databaseUrl: killPoint.url })
      return { person: session(ana.token), context }
    },
    async (take, steps) => {
      server.stub.alterAnswer = null
      await round(take)
      expect(await checkInvariants(server.context.db), `after ${steps} steps`).toEqual([])
    },
  )

describe('a server that is killed between two steps', () => {
  test('of the opening of a payment leaves a debt that is paid once', () =>
    killPaymentAtEachStep(async (take) => {
      const reference = await server.addDebt(215_264)
      await take(({ person }) => person.call(getGEOPayAccessToken, { debtData: { reference } }))
      const { accessToken } = await startPayment(ana, reference)
      expect(await sendReturn(ana, (await server.pay(accessToken)) ?? '')).toBe(200)
      expect(await server.attemptsOf(reference)).toMatchObject([{ accessToken, state: 'PAID' }])
    }))

  test.each(Object.entries(PATHS))(
    'of %s leaves a payment that polls settle',
    (_name, { prepare, run, state, charged, knownByVoid }) =>
      killPaymentAtEachStep(async (take) => {
        const reference = await server.addDebt(215_264)
        const token = (await startPayment(ana, reference)).accessToken
        const payment = { reference, token, data: (await server.pay(token)) ?? '' }
        await prepare?.(payment)
        server.wait(6_000)
        const calls = await take((killed) => run(killed, payment))
        if (knownByVoid && !calls.includes('void')) await sendReturn(ana, payment.data)
        server.wait(60_000)
        await poll(server.context)
        expect(await server.attemptOf(token)).toMatchObject({ state, nextPollAt: null })
        expect(await server.gatewayPayment(token)).toMatchObject({ charged })
        expect((await server.debtRow(reference)).state).toBe(state === 'PAID' ? 'PAID' : 'PENDING')
      }),
  )
})
