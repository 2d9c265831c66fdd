import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import type { ItemResult } from '#contract/entities/reportedItem.ts'
import { History } from '#lab/evidence/history.ts'
import { checkTills, type TillEvidence } from '#lab/tills/checkTills.ts'
import { keyOf, localTime, type PlannedItem, terminalIdOf, voidKey } from '#lab/tills/model.ts'
import type { StoredEvent } from '#lab/tills/readTillState.ts'
import type { SentItem, SentRedemption } from '#lab/tills/reports.ts'
import { reportedSale, returnOf, superSold, voidOf } from '#testing/fixtures/reportedItems.ts'

const start = new Date('2026-09-07T12:00:00-03:00')
const ANA = { loyaltyCode: '60000001', cardNumber: '8860000001', plate: 'SAB1234' }
const CODE = { loyaltyCode: ANA.loyaltyCode }
const ID = terminalIdOf(0)
const today = localTime(new Date(start.getTime() - HOUR_MS))
const yesterday = localTime(new Date(start.getTime() - 24 * HOUR_MS))
const accepted = (points?: number): ItemResult => ({
  result: 'accepted',
  ...(points === undefined ? {} : { points }),
})

const sent = (ticket: string, item: PlannedItem['item'], given: Partial<SentItem>): SentItem => {
  const key = keyOf(0, { ...item, ticket })
  return {
    till: 0,
    key,
    saleKey: key,
    item,
    member: null,
    expects: 'accepted',
    answers: [accepted()],
    ...given,
  }
}
const stored = (
  ticket: string,
  { kind, datetime, ...item }: PlannedItem['item'],
  ...points: number[]
): StoredEvent => ({
  key: keyOf(0, { datetime, ticket }) + (kind === 'void' ? '/void' : ''),
  kind,
  state: 'applied',
  loyaltyCode: kind === 'sale' ? ANA.loyaltyCode : null,
  lines: ('lines' in item ? item.lines : []).map(({ millilitres, amount }, place) => ({
    millilitres,
    amount,
    points: points[place] ?? 0,
  })),
})

const spent = { loyaltyCode: ANA.loyaltyCode, points: 5 }
const redeemed = (reference: string, ...told: string[]): SentRedemption => ({
  ...spent,
  till: 0,
  reference,
  told,
  isLeft: false,
  wrong: [],
})
const kept = (reference: string, state: string) => ({
  ...spent,
  terminalId: ID,
  reference,
  state,
})
const answeredWrongly = ({ sent }: TillEvidence, code: 'T7' | 'T8') =>
  sent.redemptions[0]?.wrong.push({ code, call: 'reserveRedemption', expects: [], got: 'reserved' })

/** A sale of today and one of yesterday; one with a return; one with a void; a conflict; a shift; three redemptions. */
function cleanRun(): TillEvidence {
  const plain = reportedSale('1', 10, { ...CODE, datetime: today })
  const late = reportedSale('2', 10, { ...CODE, datetime: yesterday })
  const part = reportedSale('3', 10, { ...CODE, datetime: today })
  const back = returnOf(part, '4', 4, { datetime: today })
  const gone = reportedSale('5', 10, { ...CODE, datetime: today, lines: [superSold(10)] })
  const undone = voidOf(gone, { datetime: today })
  const ofSale = { member: ANA }
  const keyOfToday = (ticket: string) => keyOf(0, { datetime: today, ticket })
  return {
    sent: {
      items: [
        sent('1', plain, {
          ...ofSale,
          answers: [accepted(57), { result: 'duplicate', first: 'accepted', points: 57 }],
        }),
        sent('2', late, { ...ofSale, answers: [accepted(20)] }),
        sent('3', part, { ...ofSale, answers: [accepted(57)] }),
        sent('4', back, { saleKey: keyOfToday('3') }),
        sent('5', gone, { ...ofSale, answers: [accepted(57)] }),
        sent('5', undone, { key: voidKey(keyOfToday('5')), saleKey: keyOfToday('5') }),
        sent(
          '1',
          { ...plain, attendant: '9' },
          { expects: 'conflict', answers: [{ result: 'conflict' }] },
        ),
      ],
      closes: [
        {
          kind: 'close',
          till: 0,
          close: {
            shift: 'R1',
            scope: 'terminal',
            sales: 4,
            voids: 1,
            returns: 1,
            amounts: [],
            quantities: [],
          },
          finally: 'closed',
          missing: 1,
          answer: {
            state: 'exception',
            differences: [{ total: 'sales', sent: 4, found: 3 }],
            items: [1, 2, 3].map((ticket) => ({
              terminalId: ID,
              kind: 'sale',
              ticket: String(ticket),
            })),
          },
        },
      ],
      redemptions: [
        redeemed('C1', 'reserved', 'captured'),
        redeemed('C2', 'released'),
        redeemed('C3', 'reserved', 'expired'),
      ],
      payments: [],
      violations: new History().violations,
    },
    state: {
      events: [
        stored('1', plain, 57),
        stored('2', late, 20),
        stored('3', part, 57),
        stored('4', back),
        stored('5', gone, 57),
        stored('5', undone),
      ],
      conflicts: [{ key: keyOfToday('1') }],
      redemptions: [kept('C1', 'captured'), kept('C3', 'expired')],
      shifts: [{ terminalId: ID, scope: 'terminal', code: 'R1', state: 'closed' }],
      requests: [],
      gateway: [],
    },
  }
}

const violatedIn = (evidence: TillEvidence) =>
  checkTills(evidence)
    .filter(({ rows }) => rows.length > 0)
    .map(({ code }) => code)
const lineOf = ({ state }: TillEvidence, ticket: string) => {
  const line = state.events.find(({ key }) => key.endsWith(`/${ticket}`))?.lines[0]
  if (!line) throw new Error('no such line')
  return line
}
const change = <T extends object>(from: readonly T[], place: number, to: Partial<T>) =>
  Object.assign(from[place] ?? {}, to)
const answered = ({ sent: { items } }: TillEvidence, place: number, ...answers: ItemResult[]) =>
  items[place]?.answers.push(...answers)

const defects: [defect: string, code: string, cause: (run: TillEvidence) => unknown][] = [
  ['a sale that is not there', 'T2', ({ state }) => state.events.shift()],
  ['a void that is not there', 'T2', ({ state }) => state.events.pop()],
  [
    'a sale that is there twice',
    'T1',
    ({ state }) => state.events.push(...state.events.slice(0, 1)),
  ],
  [
    'an event that no till sent',
    'T1',
    ({ state }) => state.events.push({ ...state.events[0], key: '99' } as (typeof state.events)[0]),
  ],
  ['a sale of another member', 'T1', ({ state }) => change(state.events, 0, { loyaltyCode: '7' })],
  ['a line of another amount', 'T1', (run) => (lineOf(run, '1').amount += 1)],
  [
    'a repeat that was accepted as a conflict',
    'T1',
    (run) => answered(run, 0, { result: 'conflict' }),
  ],
  ['a repeat with other points', 'T1', (run) => answered(run, 0, accepted(58))],
  ['a contradiction that was accepted', 'T1', (run) => answered(run, 6, accepted(57))],
  ['an item without an answer', 'T1', ({ sent: { items } }) => items[1]?.answers.pop()],
  ['a contradiction that was not kept', 'T1', ({ state }) => state.conflicts.pop()],
  ['other points than were answered', 'T1', (run) => (lineOf(run, '2').points = 50)],
  ['a void that still waits', 'T2', ({ state }) => change(state.events, 5, { state: 'waiting' })],
  [
    'a short shift that was answered as closed',
    'T3',
    ({ sent: { closes } }) =>
      change(closes, 0, { answer: { state: 'closed', differences: [], items: [] } }),
  ],
  [
    'a short shift that was not asked for its sale',
    'T3',
    ({ sent: { closes } }) => closes[0]?.answer.differences.pop(),
  ],
  [
    'a completed shift that stays an exception',
    'T3',
    ({ state }) => change(state.shifts, 0, { state: 'exception' }),
  ],
  ['a shift that is not there', 'T3', ({ state }) => state.shifts.pop()],
  ['a redemption that is not there', 'T7', ({ state }) => state.redemptions.shift()],
  [
    'a redemption that no till made',
    'T7',
    ({ state }) => state.redemptions.push(kept('C9', 'captured')),
  ],
  [
    'a release that left its points reserved',
    'T7',
    ({ state }) => state.redemptions.push(kept('C2', 'reserved')),
  ],
  [
    'a redemption of other points',
    'T7',
    ({ state }) => change(state.redemptions, 0, { points: 6 }),
  ],
  ['a redemption in a wrong answer', 'T7', (run) => answeredWrongly(run, 'T7')],
  ['an old code that was accepted', 'T8', (run) => answeredWrongly(run, 'T8')],
  ['a code that two tills used', 'T8', ({ sent: { violations } }) => violations.T8.push({})],
]

describe('checkTills', () => {
  test('reports nothing for a run without defects', () => {
    expect(violatedIn(cleanRun())).toEqual([])
  })

  test.each(defects)('reports %s as a violation of %s', (_defect, code, cause) => {
    const run = cleanRun()
    cause(run)
    expect(violatedIn(run)).toEqual([code])
  })

  test('lets a reservation be stored that its till released without waiting for its answer', () => {
    const run = cleanRun()
    run.state.redemptions.push(kept('C2', 'released'))
    expect(violatedIn(run)).toEqual(['T7'])
    change(run.sent.redemptions, 1, { isLeft: true })
    expect(violatedIn(run)).toEqual([])
  })
})
