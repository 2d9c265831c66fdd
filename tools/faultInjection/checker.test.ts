import { expect, test } from 'vitest'
import type { ServerRecord, GatewayRecord } from '#tools/faultInjection/readState.ts'
import { type Case, checkHistory, pendingThere } from '#tools/faultInjection/checker.ts'
import type { Observation } from '#tools/faultInjection/history.ts'

/** A minute of the gateway's day. */
const at = (minute: number) => Date.UTC(2026, 10, 20, 12, minute)

/** A payment that the gateway charged, unless told otherwise. */
function there(token: string, change: Partial<GatewayRecord> = {}): GatewayRecord {
  const payment = {
    token,
    paymentToken: `pay-${token}`,
    auditNumber: token,
    reference: `CAM-${token}`,
    merchantId: '900001',
    currency: '858',
    amount: 10_000,
    state: 'PROCESSED',
    code: '00',
    authorized: true,
    voided: false,
    charged: true,
    lever: 'plain',
    mask: '',
    openedAt: at(0),
    decidedAt: at(1),
    voidedAt: null,
    notices: [],
    ...change,
  } satisfies GatewayRecord
  return { ...payment, charged: payment.authorized && !payment.voided }
}
const declined = { authorized: false, code: '51' } as const
const open = { state: 'OPEN', authorized: false, code: '', decidedAt: null } as const

/** Our own row of it, in agreement unless told otherwise. */
function here(token: string, change: Partial<ServerRecord> = {}): ServerRecord {
  return {
    id: `id-${token}`,
    personId: 'ana',
    state: 'PAID',
    accessToken: token,
    paymentToken: `pay-${token}`,
    reference: `CAM-${token}`,
    merchantId: '900001',
    currency: '858',
    amount: 10_000,
    listed: true,
    ...change,
  }
}
const seen = (
  token: string,
  state: Observation['state'],
  from: number,
  until = from,
): Observation => ({
  token,
  state,
  from,
  until,
})
const handed = (token: string) => ({ token, reference: `CAM-${token}`, attempt: 1 })

/** A campaign in which all is well: one of each kind of ending. */
function clean(): Case {
  const books = {
    there: [
      there('paid'),
      there('refused', declined),
      there('given-back', { voided: true, voidedAt: at(2) }),
      there('left', open),
      there('cancelled', { ...declined, state: 'CANCELED' }),
      there('too-late', { ...open, state: 'EXPIRED' }),
      there('nobody-heard-of-it', open),
      // A second page of a debt, opened once the first had been refused.
      there('again', { reference: 'CAM-refused', openedAt: at(3), decidedAt: at(4) }),
    ],
    here: [
      here('paid'),
      here('refused', { state: 'REJECTED' }),
      here('given-back', { state: 'VOIDED' }),
      here('left', { state: 'CREATED', paymentToken: null }),
      here('cancelled', { state: 'REJECTED' }),
      here('too-late', { state: 'EXPIRED', paymentToken: null }),
      here('again', { reference: 'CAM-refused' }),
      here('unopened', { state: 'CREATED', accessToken: null, paymentToken: null }),
    ],
  }
  return {
    attempts: 8,
    books,
    own: { postedTwice: [], ledgerSum: 0, findings: [], cardNumbers: [] },
    notes: {
      handed: ['paid', 'refused', 'given-back', 'left', 'too-late', 'again'].map(handed),
      sightings: [
        seen('paid', 'PENDING', 1),
        seen('paid', 'PROCESSING', 2, 9),
        seen('paid', 'PAID', 4, 5),
        seen('given-back', 'PAID', 1),
        seen('given-back', 'VOIDED', 3),
      ],
      forged: [],
      foreign: [],
      contradicted: [],
      defects: [],
      falls: [],
    },
    lists: [],
  }
}
const brokenIn = (one: Case) =>
  checkHistory(one)
    .filter(({ rows }) => rows.length > 0)
    .map(({ code }) => code)

test('a campaign in which all is well breaks nothing', () => {
  expect(brokenIn(clean())).toEqual([])
})

type Plant = (one: Case) => void
const wrongs: [what: string, promise: string, plant: Plant][] = [
  [
    'an approval that is not paid here',
    'P3',
    ({ books }) =>
      books.here.push(here('lost', { state: 'PROCESSING' })) && books.there.push(there('lost')),
  ],
  ['an approval without any row here', 'P3', ({ books }) => books.there.push(there('unknown'))],
  [
    'a refusal that stays open here',
    'P3',
    ({ books }) =>
      books.there.push(there('slow', declined)) &&
      books.here.push(here('slow', { state: 'CREATED' })),
  ],
  [
    'a charge given back that stays paid here',
    'P3',
    ({ books }) =>
      books.there.push(there('back', { voided: true, voidedAt: at(2) })) &&
      books.here.push(here('back')),
  ],
  [
    'a payment here that the gateway never heard of',
    'P4',
    ({ books }) => books.here.push(here('dreamt')),
  ],
  [
    'a payment here of a page that nobody paid',
    'P4',
    ({ books }) => books.there.push(there('idle', open)) && books.here.push(here('idle')),
  ],
  [
    'a payment of another amount',
    'P4',
    ({ books }) =>
      books.there.push(there('half', { amount: 5_000 })) && books.here.push(here('half')),
  ],
  [
    'a payment in another currency',
    'P4',
    ({ books }) =>
      books.there.push(there('usd', { currency: '840' })) && books.here.push(here('usd')),
  ],
  [
    'a payment with the number of another charge',
    'P4',
    ({ books }) =>
      books.there.push(there('swap')) &&
      books.here.push(here('swap', { paymentToken: 'pay-paid' })),
  ],
  [
    'two charges of one debt',
    'P1',
    ({ books }) =>
      books.there.push(
        there('twin', { reference: 'CAM-paid', openedAt: at(2), decidedAt: at(3) }),
      ) && books.here.push(here('twin', { state: 'REJECTED' })),
  ],
  [
    'two charges of which one was given back later',
    'P1',
    ({ books }) =>
      books.there.push(
        there('twin', {
          reference: 'CAM-paid',
          openedAt: at(2),
          decidedAt: at(3),
          voided: true,
          voidedAt: at(4),
        }),
      ) && books.here.push(here('twin', { state: 'VOIDED' })),
  ],
  [
    'two living pages of one debt',
    'P2',
    ({ books, notes }) =>
      books.there.push(there('tab', { ...open, reference: 'CAM-left', openedAt: at(3) })) &&
      notes.handed.push(handed('tab')) &&
      books.here.push(here('tab', { state: 'CREATED' })),
  ],
  [
    'an answer that takes back what was said',
    'P6',
    ({ notes }) => notes.sightings.push(seen('paid', 'REJECTED', 6)),
  ],
  [
    'a token that was given and is in no row',
    'P10',
    ({ notes }) => notes.handed.push(handed('gone')),
  ],
  [
    'a payment that was told as paid and is refused',
    'P10',
    ({ notes }) => notes.sightings.push(seen('refused', 'PAID', 1)),
  ],
  [
    'a request with two answers',
    'P7',
    ({ notes }) => notes.contradicted.push({ attempt: 1, identity: 'a', answers: ['00', '05'] }),
  ],
  [
    'a payment shown to somebody else',
    'P11',
    ({ notes }) => notes.foreign.push({ attempt: 1, what: 'paid' }),
  ],
  ['a list that lacks a payment', 'P11', ({ lists }) => lists.push({ personId: 'ana' })],
  [
    'a card number in a table',
    'P12',
    ({ own }) => own.cardNumbers.push({ table: 'idempotent_request', rows: 1 }),
  ],
  [
    'a forgery that was believed',
    'forged',
    ({ notes }) => notes.forged.push({ attempt: 1, what: 'webhook' }),
  ],
  [
    'points posted twice',
    'ledger',
    ({ own }) => own.postedTwice.push({ eventId: 'pay-paid', times: 2 }),
  ],
  ['a ledger that does not sum to nothing', 'ledger', ({ own }) => (own.ledgerSum = 5)],
  [
    'an error of the server',
    'X1',
    ({ notes }) => notes.defects.push({ attempt: 1, call: 'getPayments', status: 500 }),
  ],
  [
    'a server that fell by itself',
    'X1',
    ({ notes }) => notes.falls.push({ program: 'server 0', how: '1', lastWords: '' }),
  ],
  [
    'a promise that the database breaks',
    'L5',
    ({ own }) => own.findings.push({ code: 'L5', description: '', rows: [{}] }),
  ],
  ['a campaign in which hardly anybody paid', 'enough', (one) => (one.attempts = 100)],
]
test.each(wrongs)('%s is named: %s', (_what, promise, plant) => {
  const one = clean()
  plant(one)
  expect(brokenIn(one)).toContain(promise)
})

const notices = (outcome: 'pending' | 'delivered') => [
  { id: 'n', view: 'final', outcome, tries: 1 } as const,
]
test('what the gateway has still to do or to tell is not yet over', () => {
  const waiting = [
    there('in-process', { state: 'INPROCESS', authorized: false }),
    there('to-be-given-back', { lever: 'voidedLater' }),
    there('to-be-told', { notices: notices('pending') }),
  ]
  const over = [
    there('told', { notices: notices('delivered') }),
    there('given-back', { lever: 'voidedLater', voided: true, voidedAt: at(2) }),
  ]
  expect(pendingThere([...over, ...waiting])).toEqual(waiting)
})
