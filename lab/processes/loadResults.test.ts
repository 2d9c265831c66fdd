import { describe, expect, test } from 'vitest'
import { History, type UnansweredCall } from '#lab/evidence/history.ts'
import { loadResults } from '#lab/processes/loadResults.ts'
import { compareMails } from '#lab/processes/mailChecks.ts'
import type { LoadEvidence } from '#lab/processes/runLoad.ts'
import { MESSAGE_ANSWERED, MESSAGE_RECEIVED } from '#server/mail/emailTemplates.ts'

const unanswered = (dueAt: number): UnansweredCall => ({
  call: 'login',
  reason: 'HTTP 503',
  dueAt,
  endedAt: dueAt + 5,
})
const violated = (code: string, rows: number) => ({
  code,
  description: '',
  rows: repeated(rows, {}),
})
const repeated = <T>(count: number, value: T): T[] => Array<T>(count).fill(value)

/** So many calls, these without an answer, and one outage. */
function recorded(calls: number, lost: UnansweredCall[]): History {
  const history = new History()
  history.unanswered.push(...lost)
  for (let answered = lost.length; answered < calls; answered += 1)
    history.recordCall('login', '00', performance.now())
  history.outages.push({ from: 100, until: 200 })
  return history
}

/** A long run that passes: one unanswered call in an outage of 20,000. */
const goodRun = (): LoadEvidence => ({
  minutes: 30,
  history: recorded(20_000, [unanswered(150)]),
  memory: { from: [300, 300], to: [330, 320] },
  connections: 16,
  mails: { queued: 10, lost: 0, repeated: 0, unacknowledged: 0 },
  results: [violated('P1', 0)],
})

describe('loadResults', () => {
  test('passes a good run, long or short', () => {
    expect(loadResults(goodRun()).passed).toBe(true)
    const short = recorded(400, repeated(50, unanswered(150)))
    expect(loadResults({ ...goodRun(), minutes: 0.3, history: short }).passed).toBe(true)
  })

  const bad: [what: string, change: Partial<LoadEvidence>, line: RegExp][] = [
    ['no calls', { history: recorded(0, []) }, /llamadas +0,/],
    [
      'more than 0.01 % without an answer in a long run, outages included',
      { history: recorded(20_000, repeated(3, unanswered(150))) },
      /llamadas +20000, sin respuesta 3; se admiten 2/,
    ],
    [
      'more than 1 % without an answer outside the outages of a short run',
      { minutes: 0.3, history: recorded(400, repeated(5, unanswered(300))) },
      /sin respuesta 5 fuera de los cortes de la base; se admiten 4/,
    ],
    ['a lost mail', { mails: { ...goodRun().mails, lost: 1 } }, /1 perdidos/],
    ['a mail that came twice', { mails: { ...goodRun().mails, repeated: 1 } }, /1 repetidos/],
    [
      'a message without its acknowledgement',
      { mails: { ...goodRun().mails, unacknowledged: 1 } },
      /1 mensajes sin su único acuse/,
    ],
    ['a violated invariant', { results: [violated('P1', 1), violated('L3', 2)] }, /verify +P1, L3/],
    ['connections that are not given back', { connections: 17 }, /17 a la base; se admiten 16/],
    [
      'memory that grows',
      { memory: { from: [200, 230], to: [210, 350] } },
      /memoria +de 200 a 210 MB, de 230 a 350 MB/,
    ],
  ]
  test.each(bad)('fails a run with %s', (_what, change, line) => {
    const { passed, text } = loadResults({ ...goodRun(), ...change })
    expect(passed).toBe(false)
    const failed = text.split('\n').filter((each) => each.startsWith('  MAL'))
    expect(failed).toEqual([expect.stringMatching(line)])
  })
})

describe('compareMails', () => {
  const mail = (id: string, title: string, { subject } = MESSAGE_RECEIVED) => ({
    messageId: `<${id}@surtidor.uy>`,
    subject,
    text: `Gracias por escribirnos sobre «${title}».`,
  })

  test('accepts one copy of each mail, and one acknowledgement of each message', () => {
    const received = [
      mail('a', 'Carga 7.'),
      mail('b', 'Carga 17.'),
      mail('c', 'Carga 7.', MESSAGE_ANSWERED),
    ]
    const compared = compareMails(['a', 'b', 'c'], received, ['Carga 7.', 'Carga 17.'])
    expect(compared).toEqual({ queued: 3, lost: 0, repeated: 0, unacknowledged: 0 })
  })

  test('counts a lost mail and its message, and a mail that came twice', () => {
    const received = [mail('a', 'Carga 7.'), mail('a', 'Carga 7.')]
    const compared = compareMails(['a', 'b'], received, ['Carga 7.', 'Carga 8.'])
    expect(compared).toEqual({ queued: 2, lost: 1, repeated: 1, unacknowledged: 1 })
  })

  test('counts a message that was acknowledged by two mails', () => {
    const received = [mail('a', 'Carga 7.'), mail('b', 'Carga 7.')]
    expect(compareMails(['a', 'b'], received, ['Carga 7.']).unacknowledged).toBe(1)
  })
})
