import { devNull } from 'node:os'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import type { Replica } from '#db/replica.ts'
import type { LabClock } from '#lab/inProcess/labClock.ts'
import type { Answering } from '#lab/inProcess/labGateway.ts'
import { GATEWAY_URL, SERVER_URL } from '#lab/inProcess/labGateway.ts'
import type { Interleaver } from '#lab/interleaving/interleaver.ts'
import { createPasswordHasher, type PasswordHasher } from '#server/auth/passwordHasher.ts'
import { readConfig } from '#server/config.ts'
import { type RunningServer, startServer } from '#server/startServer.ts'
import { SECRET } from '#testing/harness/population.ts'
import type { TestTransport, WireAnswer } from '#testing/harness/testClient.ts'

/** Connections of the pool: no call waits for one of another call. */
const POOL = 24

type Injected = Awaited<ReturnType<RunningServer['http']['inject']>>

interface Programs {
  folder: string
  keysDir: string
  clock: LabClock
  replica: Replica
  interleaver: Interleaver
}

/** The hashing of passwords, whose threads are not seen from outside. */
function watchedHasher(interleaver: Interleaver): PasswordHasher {
  const { withSlot } = createPasswordHasher()
  return {
    withSlot: (work) =>
      withSlot(({ hash, matches }) =>
        work({
          hash: (password) => interleaver.outside(hash(password)),
          matches: (password, stored) => interleaver.outside(matches(password, stored)),
        }),
      ),
  }
}

/** The server with its jobs and its poller stopped: the run does their work as a task. */
export async function startLabServer(
  databaseUrl: string,
  { folder, keysDir, clock, replica, interleaver }: Programs,
): Promise<RunningServer> {
  const config = readConfig({
    DATABASE_URL: asAppRole(databaseUrl),
    DATABASE_POOL: String(POOL),
    DATA_DIR: folder,
    SECRET,
    SEED: 'off',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_URL: SERVER_URL,
    CALLS_PER_MINUTE: '0',
    GEOPAY_URL: GATEWAY_URL,
    GEOPAY_PAGES_URL: GATEWAY_URL,
    GEOPAY_KEYS: keysDir,
    RECONCILE: 'off',
    JOBS: 'off',
    LOG_LEVEL: 'silent',
  })
  const log = pino({ level: 'silent' }, pino.destination(devNull))
  const server = await startServer({ ...config, databaseUrl: asAppRole(databaseUrl) }, log, {
    now: clock.date,
    random: clock.random,
    replica,
    passwords: watchedHasher(interleaver),
    // Requests of one address meet, as on two servers, and no call waits for a timer of the machine.
    constantTimeQueue: (_request, work) => work(),
    shutdown: { idleMs: 0, gatewayMs: 0 },
  })
  const { db } = server.context
  // PostgreSQL would end a transaction whose next statement waits long for its turn.
  const untimed = sql`select set_config('idle_in_transaction_session_timeout', '0', false), pg_sleep(0.1)`
  await Promise.all(Array.from({ length: POOL }, () => db.execute(untimed)))
  return server
}

/** The endpoints of the server that the gateway calls. */
export const serverAnswers =
  ({ http }: RunningServer): Answering =>
  async (url, body) => {
    const answer = await http.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/json' },
      payload: body,
    })
    return { status: answer.statusCode, body: answer.body }
  }

/** Sends requests of a client to the server without a socket. */
export const postTo =
  ({ http }: RunningServer): TestTransport['post'] =>
  async ({ path, headers, body }) =>
    answerOf(await http.inject({ method: 'POST', url: path, headers, payload: body }))

/** The answer as a client gets it. */
export function answerOf({ statusCode, headers, body }: Injected): WireAnswer {
  const all = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  )
  return { status: statusCode, headers: new Headers(all), text: body }
}
