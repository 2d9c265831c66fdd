import { randomBytes, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { statusOfMember } from '#db/loyalty/loyalties.ts'
import { post } from '#db/loyalty/pointsLedger.ts'
import { processRedemptionEnds } from '#db/loyalty/redemptionEnds.ts'
import {
  cancelAtTill,
  captureAtTill,
  captureVoucherAtTill,
  reserveAtTill,
  type TillCall,
  type TillOutcome,
} from '#db/loyalty/tillRedemptions.ts'
import { returnVoucher, takeReward } from '#db/loyalty/vouchers.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { noJobs } from '#testing/harness/jobSteps.ts'
import {
  type Act,
  act,
  contentOf,
  Model,
  POINTS,
  REWARD,
  TAKES_TURNS,
} from '#testing/station/redemptionModel.ts'
import { insertTills } from '#testing/station/testTills.ts'

const CLUB = '60000001'

const database = demoDatabaseForFile()
let tills: ReportingTerminal[] = []
let ana = ''
let clock = FIXED_DATE.getTime() + 100 * DAY_MS
let runs = 0
const queue = { jobs: noJobs }

beforeAll(async () => {
  tills = await insertTills(database.client)
  const { rows } = await database.client.query<{ id: string }>(
    'select person_id as id from loyalty where code = $1',
    [CLUB],
  )
  ana = rows[0]?.id ?? ''
  await database.client.query(
    `insert into reward select (jsonb_populate_record(r, $1)).* from reward r where code = 'cafe'`,
    [
      {
        code: REWARD.code,
        points: REWARD.points,
        valid_days: REWARD.validDays,
        last_day: '2999-12-31',
      },
    ],
  )
  await processRedemptionEnds(database.db, new Date(clock), queue)
})

/** A member with new points alone, and its vouchers so far. */
async function begin() {
  runs += 1
  const vouchers: { id: string; code: string }[] = []
  const at = new Date(clock)
  const { points = 0 } = (await statusOfMember(database.db, CLUB, at)) ?? {}
  await inTransaction(database.db, async (tx) => {
    if (points > 0) await spendPoints(tx, { loyaltyCode: CLUB, points, at })
    const id = randomUUID()
    const posting = { id, event: 'redemption', eventId: id, concept: 'Prueba' } as const
    await post(tx, { ...posting, rrn: '000000000001', at, loyaltyCode: CLUB, points: POINTS })
  })
  const perform = (given: Act) => play(given, vouchers)
  return { vouchers, perform }
}

/** Does an act on the database. @returns what it was answered */
async function play(act: Act, vouchers: { id: string; code: string }[]): Promise<string> {
  const now = new Date(clock)
  if (act.kind === 'wait') return ''
  if (act.kind === 'end') {
    await processRedemptionEnds(database.db, now, queue)
    return ''
  }
  return await inTransaction(database.db, async (tx) => {
    if (act.kind === 'take') {
      const given = { personId: ana, loyaltyCode: CLUB, rewardCode: REWARD.code, now, ...queue }
      const more = { id: randomUUID(), rrn: '000000000001', random: randomBytes(16) }
      const taken = await takeReward(tx, { ...given, ...more })
      if (typeof taken === 'string') return taken
      vouchers.push(taken)
      return taken.state
    }
    const voucher = vouchers[act.voucher]
    if (act.kind === 'return') {
      const returned = await returnVoucher(tx, { personId: ana, id: voucher?.id ?? '', now })
      return typeof returned === 'string' ? returned : returned.state
    }
    return stateOf(await callOfTill(tx, act, voucher?.code ?? ''))
  })
}
const stateOf = (outcome: TillOutcome | 'captured' | undefined): string => {
  if (outcome === undefined) return 'nothing'
  if (typeof outcome === 'string') return outcome
  return 'usedAt' in outcome ? 'used' : outcome.state
}

async function callOfTill(tx: Db, act: Act, voucherCode: string) {
  const { till, reference, points, window } = act
  const terminal = tills[till]
  if (!terminal) throw new Error('no such till')
  const now = new Date(clock)
  const call: TillCall = {
    ...terminal,
    branchName: '',
    reference: `${runs}-${reference}`,
    now,
    ...queue,
  }
  const contentHash = Buffer.from(contentOf(act))
  if (act.kind === 'capture') return await captureAtTill(tx, call, '')
  if (act.kind === 'release') return await cancelAtTill(tx, call, '')
  if (act.kind === 'reverse') return await cancelAtTill(tx, call, 'Se anuló la venta.')
  if (act.kind === 'use')
    return await captureVoucherAtTill(tx, call, { voucherCode, ticket: '', contentHash })
  return await reserveAtTill(tx, call, {
    code: { loyaltyCode: CLUB, limit: 0, digits: '' },
    codeWindow: runs * 10 + window,
    points,
    rewardCode: '',
    ticket: '',
    contentHash,
    rrn: '000000000001',
  })
}

/** Acts at the same time are answered as if one came after the other. */
async function playBoth(model: Model, acts: Act[], perform: (act: Act) => Promise<string>) {
  const answers = await Promise.all(acts.map(perform))
  const orders = [acts, acts.toReversed()].map((order) => {
    const after = model.copy()
    const told = new Map(order.map((one) => [one, after.play(one, clock)]))
    return { after, answers: acts.map((one) => told.get(one)) }
  })
  const match = orders.find((one) => one.answers.join() === answers.join())
  expect(
    match,
    `${JSON.stringify(acts)}: ${answers.join()}, expected ${orders.map((one) => one.answers.join()).join(' or ')}`,
  ).toBeDefined()
  return match?.after ?? model
}

describe('redemptions', () => {
  test('are those of the model after any acts of two tills and the driver (L12 to L15, T7, T8)', async () => {
    const steps = fc.array(fc.tuple(act, act, fc.boolean()), { minLength: 12, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(steps, async (pairs) => {
        const { perform } = await begin()
        let model = new Model()
        const until = clock + 200 * DAY_MS
        for (const [one, other, isAtOnce] of pairs) {
          if (one.kind === 'wait' && clock + one.ms < until) clock += one.ms
          // A till waits for the answer to one call before the next one.
          const mayMeet = ![one, other].some(({ kind }) => TAKES_TURNS.includes(kind))
          const acts =
            isAtOnce && mayMeet && one.till !== other.till
              ? [one, { ...other, voucher: one.voucher }]
              : [one]
          model = await playBoth(model, acts, perform)
          const status = await statusOfMember(database.db, CLUB, new Date(clock))
          expect(status?.points, JSON.stringify(acts)).toBe(model.points)
        }
        clock += 32 * DAY_MS
        await processRedemptionEnds(database.db, new Date(clock), queue)
      }),
      { numRuns: 40, endOnFailure: true },
    )
    expect(await checkInvariants(database.db)).toEqual([])
  })
})
