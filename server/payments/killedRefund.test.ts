import { beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import type { Context } from '#server/context.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { payNewDebt, refundSteps } from '#testing/console/refundSteps.ts'
import { killAtEachStep } from '#testing/crashes/killAtEachStep.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import type { Person, TestServer } from '#testing/harness/testServer.ts'

/** The server that survives. */
const server = startForFile(startTestPaymentServer)
const LOYALTY = '60000001'
const AMOUNT = 284_300
/** What each round gives back, in cents: all rounds are of one charge. */
const PART = 2_500
beforeAll(() => createPersonLike(server, 'second', 'elena'))

async function poll(context: Context): Promise<void> {
  const poller = startPendingPaymentPoller(context)
  await poller.now().catch(() => {})
  await poller.stop()
}

type Act = ReturnType<typeof refundSteps>['act']
/** The requests of a refund at one of the servers: a repeat has the audit number of the first. */
type Requests = Record<'propose' | 'decide', () => ReturnType<Act>>
interface Path {
  /** Cents that one operator may give back alone. */
  limit: number
  /** What the killed server is asked for, and then the other one; nothing: it polls. */
  asked: readonly (keyof Requests)[]
  prepare?: (requests: Requests) => Promise<void>
}
const PATHS: Record<string, Path> = {
  'by one operator': { limit: AMOUNT, asked: ['propose'] },
  'above the limit, by two': { limit: 0, asked: ['propose', 'decide'] },
  'that the poller sends again': {
    limit: AMOUNT,
    asked: [],
    async prepare({ propose }) {
      server.stub.failures = { void: 'cut' }
      expect(accepted(await propose()).outcome).toContain('le seguimos preguntando')
      server.stub.failures = {}
    },
  },
}

describe('a server that is killed between two steps', () => {
  test.each(Object.entries(PATHS))(
    'P13: of a refund %s leaves one that is done once',
    async (_name, { limit, asked, prepare }) => {
      const { db, config } = server.context
      config.refundLimits['858'] = limit
      const elena = await server.as('elena')
      const second = await server.as('second')
      const before = await balanceOf(db, LOYALTY)
      const { id, token } = await payNewDebt(server, await server.as('ana'), AMOUNT)
      const given = (await balanceOf(db, LOYALTY)) - before
      const rowsOf = async (query: string) => (await server.owner.query(query, [id])).rows
      // After its void window.
      await rowsOf(`update payment_attempt set created_at = created_at - interval '2 days'
        where id = $1`)

      await killAtEachStep(
        server,
        async (killPoint) => {
          const gateway = killPoint.gateway(server.context.gateway)
          return await server.second({ gateway }, { databaseUrl: killPoint.url })
        },
        async (take, steps) => {
          const at = `after ${steps} steps`
          // Until an operator may give back twice more.
          server.wait(5 * 60_000)
          const code = await refundSteps(server, 'elena', elena).newCode()
          await refundSteps(server, 'second', second).newCode()
          const more = { header: { auditNumber: `killed-${limit}-${steps}` } }
          const requestsTo = ({ session }: Pick<TestServer, 'session'>): Requests => {
            const at = ({ token }: Person) => refundSteps(server, 'elena', session(token))
            const decision = { code, decision: 'confirmed' }
            return {
              propose: () => at(elena).refund(id, '25', { code }, more),
              decide: () => at(second).act(id, 'decide', decision, more),
            }
          }
          const here = requestsTo(server)
          const repeat = async () => {
            for (const name of asked) accepted(await here[name]())
          }
          await prepare?.(here)
          server.wait(6_000)
          await take(async (killed) => {
            const there = requestsTo(killed)
            for (const name of asked) await there[name]()
            if (asked.length === 0) await poll(killed.context)
          })
          // In turn, what the killed server left is ended by the repeat, or by the poller alone.
          if (steps % 2 === 0) await repeat()
          server.wait(6_000)
          await poll(server.context)
          if (steps % 2 === 1 && asked.length > 0) {
            const sent = `select from payment_refund where attempt_id = $1 and state = 'sending'`
            expect(await rowsOf(sent), at).toEqual([])
            await repeat()
          }
          server.wait(60_000)
          await poll(server.context)

          const refundedAmount = PART * (steps + 1)
          expect(await server.gatewayPayment(token), at).toMatchObject({ refundedAmount })
          expect(await server.attemptOf(token), at).toMatchObject({
            state: 'PAID',
            refundedAmount,
            nextPollAt: null,
          })
          const done = `select distinct state,
              (select count(*)::int from payment_refund where attempt_id = $1) as refunds,
              (select count(*)::int from notification
                where event like 'payment:' || $1 || ':refunded %') as told
            from payment_refund where attempt_id = $1`
          expect(await rowsOf(done), at).toEqual([
            { state: 'done', refunds: steps + 1, told: steps + 1 },
          ])
          const left = Math.floor((given * (AMOUNT - refundedAmount)) / AMOUNT)
          expect(await balanceOf(db, LOYALTY), at).toBe(before + left)
        },
      )
      expect(await checkInvariants(db)).toEqual([])
    },
  )
})
