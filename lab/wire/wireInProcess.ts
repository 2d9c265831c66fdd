import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { poll, runJob, runToTheEnd, withBackground } from '#lab/background.ts'
import { UNAVAILABLE } from '#lab/caller.ts'
import { History } from '#lab/evidence/history.ts'
import { readAttempts } from '#lab/evidence/readState.ts'
import { findingsOf, MONEY_AND_AUDIT } from '#lab/findings.ts'
import { SERVER_URL } from '#lab/inProcess/labGateway.ts'
import { answerOf } from '#lab/inProcess/labServer.ts'
import { type LabRun, onLabStack, START } from '#lab/inProcess/labStack.ts'
import { type LabReport, reportOn } from '#lab/labReport.ts'
import { payWith } from '#lab/payments/payer.ts'
import { createFuzzRun } from '#lab/wire/fuzzRun.ts'
import type { RawRequest } from '#lab/wire/httpFraming.ts'
import { updatedReferenceLists } from '#server/http/updatedReferenceLists.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { populate } from '#testing/harness/population.ts'

/** Requests whose statements meet, and how often each is sent, as by two taps. */
const [AT_ONCE, COPIES] = [3, 2]
/** Milliseconds between two rounds. */
const ROUND_MS = 60_000
/** Drivers: some lose their accounts or their passwords. */
const DRIVERS = 40
/** The use of a session is not written, which a call waits for at most a second of the machine's time. */
const USED = `update session set seen_at = $1::timestamptz + interval '1 day'`

/**
 * Sends valid, mutated and malformed requests to every call and gateway endpoint, by callers of every role, while the
 * seed interleaves their statements with those of jobs and of the poller; then compares what is stored.
 */
export async function attackWire(databaseUrl: string, run: LabRun): Promise<LabReport> {
  const { seed, attempts, faultRate, rounds = Infinity } = run
  const size = { seed, debtCount: DRIVERS * 5, drivers: DRIVERS, now: START }
  const { payers } = await populate(databaseUrl, size)
  const ofDemo = new Set((await readAttempts(databaseUrl)).map(({ id }) => id))
  return await onLabStack(databaseUrl, run, async (stack) => {
    const { server, gateway, clock, interleaver, random, keysDir } = stack
    const lab = { ...stack, history: new History() }
    const failures: string[] = []
    const target = {
      url: SERVER_URL,
      send: async ({ path, method = 'POST', headers, body }: RawRequest) => {
        const isStream = body !== undefined && typeof body === 'object' && 'getReader' in body
        const payload = isStream ? Readable.fromWeb(body as ReadableStream) : body
        const options = {
          method: method as 'POST',
          url: path,
          headers,
          ...(payload && { payload }),
        }
        return answerOf(await server.http.inject(options))
      },
      submitPage: ({ token, card = '' }: { token: string; card?: string }) =>
        payWith(gateway, token, card),
      now: clock.date,
      databaseUrl,
      keysDir,
      payers,
      only: run.mutation?.calls,
      faultStatuses: faultRate > 0 ? [UNAVAILABLE] : [],
    }
    const fuzz = await createFuzzRun(target, seed, failures)
    for (let sent = 0; sent < attempts && interleaver.rounds < rounds; sent += AT_ONCE) {
      await queryRows(databaseUrl, USED, [clock.date()])
      await updatedReferenceLists(server.context, '')
      const sends: (() => Promise<void>)[] = []
      for (let place = 0; place < AT_ONCE; place += 1)
        sends.push(...(await fuzz.draw(sent + place, COPIES)))
      const callers = sends.map((send, place) => [`caller ${place}`, send])
      await interleaver.runRound({
        ...withBackground(lab, Object.fromEntries(callers), false),
        poller: () => poll(lab, random.integer(0, 1)),
        job: () => runJob(lab, random),
      })
      clock.advance(ROUND_MS)
      run.onProgress?.(sent)
    }
    interleaver.faultRate = 0
    await runToTheEnd(lab)
    const answers = {
      code: 'X1',
      description: 'ningún pedido causó un error',
      rows: failures.map((failure) => ({ failure })),
    }
    const leaks = { code: 'S3', description: 'nadie recibe lo de otra persona', rows: fuzz.leaks }
    const findings = await findingsOf(databaseUrl, lab, ({ id }) => !ofDemo.has(id))
    return await reportOn(databaseUrl, lab, {
      findings: [answers, leaks, ...findings],
      counts: fuzz.coverage(attempts).join('\n'),
      state: MONEY_AND_AUDIT,
    })
  })
}
