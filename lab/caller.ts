import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { INVALID_SESSION, OK } from '#contract/responseCodes.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { comparable, type History } from '#lab/evidence/history.ts'
import { postTo } from '#lab/inProcess/labServer.ts'
import type { LabStack } from '#lab/inProcess/labStack.ts'
import { sessionTokenOf } from '#testing/fixtures/personSessions.ts'
import { createTestClient, type TestTransport } from '#testing/harness/testClient.ts'

/** The programs of a run, and what its callers were told. */
export interface Lab extends LabStack {
  history: History
}

/** A person with a session, during one task. */
export interface Caller {
  /** Number of the task, for the report. */
  attempt: number
  personId: string
  /** Of an operator, who has logged in; left out: that of `insertSessions`. */
  token?: string
  /** Draws of this task alone. */
  random: SeededRandom
}

/** How often a request without an answer is sent, and the status that says so. */
export const [TRIES, UNAVAILABLE] = [12, 503]
/** The share of the requests that are sent again although they were answered. */
const REPEATED = 0.1
/** A repeat must equal its request; no answer brings the reference lists, which calls of one moment read together. */
const SAME_HEADER = { dateTime: '2026-09-07 12:00:00', lastUpdateData: '20260908000000' }

/**
 * Sends a call until it is answered, and some once more with the same number.
 * @param step names the request among those of the task
 * @returns the fields of an answer with 00; null after a refusal
 */
export async function callAs<S extends CallContract>(
  { server, clock, history, interleaver }: Lab,
  { attempt, personId, token = sessionTokenOf(personId), random }: Caller,
  contract: S,
  fields: RequestOf<S>,
  step: string,
): Promise<AnswerOf<S> | null> {
  const auditNumber = `${attempt} ${step}`.replaceAll(/[^\w]/g, '').slice(-20)
  const identity = `${personId} ${auditNumber}`
  const again = random.bool(REPEATED)
  const send = postTo(server)
  const post: TestTransport['post'] = async (request) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(request)
      const { status, text } = answer
      if (status !== 200 && status !== UNAVAILABLE)
        history.violations.X1.push({ attempt, call: contract.name, status })
      if (status === 200 && contract.changes) {
        const said = comparable(text)
        // A request whose session an operator has ended is not read.
        if (!said.startsWith(INVALID_SESSION))
          history.recordAnswer(attempt, identity, request.body, said)
      }
      if (tries >= TRIES || (status === 200 && !(again && tries === 1))) return answer
    }
  }
  const client = createTestClient({ post, now: clock.date }, token)
  const header = { auditNumber, ...SAME_HEADER }
  const call = () => client.call(contract, fields, { header })
  const answer = await interleaver.spawn(step, call)
  history.counts.add(`${contract.name} ${answer.responseHeader?.responseCode ?? answer.status}`)
  return answer.responseHeader?.responseCode === OK ? answer : null
}
