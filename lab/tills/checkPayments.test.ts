import { describe, expect, test } from 'vitest'
import { gatewayPayment } from '#lab/evidence/faultRunFixtures.ts'
import type { GatewayRecord } from '#lab/evidence/readState.ts'
import { checkPayments } from '#lab/tills/checkPayments.ts'
import { terminalIdOf } from '#lab/tills/model.ts'
import type { StoredPayment } from '#lab/tills/readTillState.ts'
import type { SentPayment, WrongAnswer } from '#lab/tills/reports.ts'

const sent = (reference: string, more: Partial<SentPayment> = {}): SentPayment => ({
  till: 0,
  reference,
  told: ['paid'],
  driversTold: ['PAID'],
  isSold: true,
  wrong: [],
  ...more,
})
const wrong = (code: WrongAnswer['code']) => ({ code, call: '', expects: [], got: 'waiting' })
const stored = (reference: string, more: Partial<StoredPayment> = {}): StoredPayment => ({
  terminalId: terminalIdOf(0),
  reference,
  state: 'paid',
  isSold: true,
  tokens: [`token of ${reference}`],
  ...more,
})
const charged = (reference: string, more?: Partial<GatewayRecord>) =>
  gatewayPayment(`token of ${reference}`, more)

/** A paid payment with its sale; one that was cancelled while a driver paid it. */
const cleanRun = () => ({
  payments: [
    sent('P1'),
    sent('P2', {
      told: ['waiting', 'cancelled'],
      driversTold: [],
      isSold: false,
    }),
  ] as const,
  state: {
    requests: [stored('P1'), stored('P2', { state: 'cancelled', isSold: false })] as const,
    gateway: [charged('P1'), charged('P2', { voided: true, charged: false })] as const,
  },
})
type Run = ReturnType<typeof cleanRun>
const violatedIn = ({ payments, state }: Run) =>
  Object.entries(checkPayments(payments, state))
    .filter(([, rows]) => rows.length > 0)
    .map(([code]) => code)

const defects: [defect: string, codes: string, cause: (run: Run) => unknown][] = [
  ['a payment that no till asked for', 'T12 T13', (run) => (run.state.requests[0].reference = 'X')],
  ['a payment in another state', 'T14', (run) => (run.state.requests[1].state = 'expired')],
  ['a wrong answer', 'T13', (run) => run.payments[0].wrong.push(wrong('T13'))],
  [
    'a driver who was told that a cancelled payment is paid',
    'T13',
    (run) => run.payments[1].driversTold.push('PAID'),
  ],
  ['a charge that a paid payment lacks', 'T13', (run) => (run.state.gateway[0].voided = true)],
  [
    'the charge of a cancelled payment that stays',
    'T13',
    (run) => (run.state.gateway[1].voided = false),
  ],
  [
    'two charges of one payment',
    'T13',
    (run) => {
      run.state.requests[0].tokens.push('token of P2')
      run.state.gateway[1].voided = false
    },
  ],
  ['an outcome that was told too early', 'T14', (run) => run.payments[0].wrong.push(wrong('T14'))],
  ['an outcome that no till was told', 'T14', (run) => run.payments[1].told.pop()],
  ['a payment without its sale', 'T12', (run) => (run.state.requests[0].isSold = false)],
]

describe('checkPayments', () => {
  test('reports nothing for a run without defects', () => {
    expect(violatedIn(cleanRun())).toEqual([])
  })

  test.each(defects)('reports %s as a violation of %s', (_defect, codes, cause) => {
    const run = cleanRun()
    cause(run)
    expect(violatedIn(run).join(' ')).toBe(codes)
  })
})
