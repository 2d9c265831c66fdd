import { describe, expect, test } from 'vitest'
import { CallRecorder, type UnansweredCall } from '#tools/faultInjection/callRecorder.ts'
import { findingsOf, type LoadEvidence } from '#tools/faultInjection/loadFindings.ts'

const unanswered = (dueAt: number): UnansweredCall => ({
  call: 'login',
  reason: 'HTTP 503',
  dueAt,
  endedAt: dueAt + 5,
})
const repeated = <T>(count: number, value: T): T[] => Array<T>(count).fill(value)
const sample = (memory: number, connections = 16) => ({
  at: 0,
  memory: [memory, memory],
  connections,
})

/** So many calls, these without an answer, and one outage. */
function recorded(calls: number, lost: UnansweredCall[]): CallRecorder {
  const recorder = new CallRecorder()
  recorder.unanswered.push(...lost)
  for (let answered = lost.length; answered < calls; answered += 1) recorder.answered('login', 5)
  recorder.outages.push({ from: 100, until: 200 })
  return recorder
}

/** A long run without a finding: one unanswered call in an outage of 10,000. */
const goodRun = (): LoadEvidence => ({
  minutes: 30,
  recorder: recorded(20_000, [unanswered(150)]),
  connections: [],
  quietSamples: repeated(9, sample(300)),
  mails: { queued: 10, lost: [], repeated: [], unacknowledged: [] },
  unpaid: 0,
  violated: [],
  crashes: [],
})

describe('findingsOf', () => {
  test('has none for a good run, long or short', () => {
    expect(findingsOf(goodRun())).toEqual([])
    expect(findingsOf({ ...goodRun(), minutes: 0.3 })).toEqual([])
  })

  const bad: [what: string, change: Partial<LoadEvidence>, finding: string][] = [
    ['no calls', { recorder: recorded(0, []) }, 'no hubo llamadas'],
    [
      'more than 0.01 % without an answer in a long run, outages included',
      { recorder: recorded(20_000, repeated(3, unanswered(150))) },
      '3 de 20000 llamadas sin respuesta, y se admiten 2',
    ],
    [
      'more than 1 % without an answer outside the outages of a short run',
      { minutes: 0.3, recorder: recorded(400, repeated(5, unanswered(300))) },
      '5 de 400 llamadas sin respuesta, y se admiten 4',
    ],
    ['a lost mail', { mails: { ...goodRun().mails, lost: ['one'] } }, '1 correos no llegaron'],
    [
      'a mail that came twice',
      { mails: { ...goodRun().mails, repeated: ['one'] } },
      '1 correos llegaron más de una vez',
    ],
    [
      'a message without its acknowledgement',
      { mails: { ...goodRun().mails, unacknowledged: ['Carga 7.'] } },
      '1 mensajes sin su único acuse por correo',
    ],
    ['a charge that is not paid here', { unpaid: 1 }, '1 cobros de la pasarela no están pagos acá'],
    ['a program that ended by itself', { crashes: ['server 0'] }, 'terminaron solos: server 0'],
    ['a violated invariant', { violated: ['P1', 'L3'] }, 'invariantes rotas: P1, L3'],
    [
      'connections that are not given back',
      { quietSamples: repeated(9, sample(300, 17)) },
      '17 conexiones a la base, y se admiten 16',
    ],
    [
      'memory that grows',
      { quietSamples: [200, 230, 260, 290, 320, 350].map((memory) => sample(memory)) },
      'la memoria del servidor 1 creció de 230 a 350 MB',
    ],
  ]
  test.each(bad)('reports %s', (_what, change, finding) => {
    expect(findingsOf({ ...goodRun(), ...change }).join('\n')).toContain(finding)
  })

  test('allows calls without an answer in an outage of a short run', () => {
    const recorder = recorded(400, repeated(50, unanswered(150)))
    expect(findingsOf({ ...goodRun(), minutes: 0.3, recorder })).toEqual([])
  })
})
