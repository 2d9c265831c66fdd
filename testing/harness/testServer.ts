import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { login } from '#contract/user/login.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { type Mail, newestMail } from '#db/messaging/mailOutbox.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { createConstantTimeQueue } from '#server/auth/constantTimeQueue.ts'
import { decryptSecret } from '#server/auth/totp.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { type RunningServer, startServer } from '#server/startServer.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { prepareRepeats } from '#testing/harness/sendRepeated.ts'
import { startForEachTest, startForFile } from '#testing/harness/startForTests.ts'
import {
  accepted,
  createTestClient,
  fetchFrom,
  type TestClient,
} from '#testing/harness/testClient.ts'

/** The password of every account of the demo data. */
export const PASSWORD = 'demo-surtidor'

export type Person = TestClient

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

interface TestServerOptions {
  template?: 'demo' | 'empty'
  given?: Partial<Context>
  config?: Partial<Config>
  /** `close` throws when other invariants are violated than `expectedViolations`. */
  checked?: boolean
}

/**
 * Starts a server on a database of its own, copied from the demo data or from the empty template.
 * Calls of constant time take no minimum duration, unless `given` has the queue of production.
 */
export async function startTestServer(options: TestServerOptions = {}) {
  const database = await freshDatabase(options.template ?? 'demo')
  let clock = FIXED_DATE.getTime()
  const given: Partial<Context> = {
    now: () => new Date(clock),
    constantTimeQueue: createConstantTimeQueue(0),
    shutdown: { idleMs: 0, gatewayMs: 0 },
    ...options.given,
  }
  const config = {
    ...testConfig(database.name),
    ...options.config,
    databaseUrl: asAppRole(database.url),
  }
  const log = pino({ level: 'silent' })
  const server = await startServer(config, log, given)
  const url = addressOf(server)
  const others: RunningServer[] = []
  const expectedViolations: string[] = []
  const now = () => server.context.now()
  const sessionsAt = (address: string) => (token: string) => personAt(address, token, now)
  const session = sessionsAt(url)
  const stranger = session('')
  // Logins run one at a time: each step of a TOTP secret is accepted once.
  let lastLogin: Promise<unknown> = Promise.resolve()
  /** Starts another server on the same database, by default with the same settings. */
  const second = async (other: Partial<Context> = {}, settings: Partial<Config> = {}) => {
    const ofBoth = {
      ...config,
      ...settings,
      databaseUrl: settings.databaseUrl ?? config.databaseUrl,
    }
    // One queue lets one request for an address run at a time.
    const constantTimeQueue = createConstantTimeQueue(0)
    const another = await startServer(ofBoth, log, { ...given, constantTimeQueue, ...other })
    others.push(another)
    const address = addressOf(another)
    return { ...another, url: address, session: sessionsAt(address) }
  }
  await prepareRepeats(url, {
    databaseUrl: database.url,
    second: async () => (await second()).url,
  })
  return {
    url,
    /** As the owner. */
    databaseUrl: database.url,
    /** Connected as the owner. */
    owner: database.client,
    context: server.context,
    wait: (milliseconds: number) => {
      clock += milliseconds
    },
    /** A person by the token of a session; empty: none. */
    session,
    stranger,
    /** Logs in an account by its password alone. @throws Error with the sentence of a refusal */
    enter: async (user: string, password = PASSWORD) => {
      const answer = accepted(await stranger.call(login, { user, password }))
      return session(answer.user.userSessionToken)
    },
    /** `logIn` on this server. */
    as: (name: string) => {
      const login = lastLogin.then(() => logIn(url, server.context, name))
      lastLogin = login.catch(() => {})
      return login
    },
    /** The emails to an address in the outbox, newest first. */
    mailsTo: async (email: string) =>
      (await newestMail(server.context.db, 1000)).filter(({ recipient }) => recipient === email),
    /** Codes of the invariants that a test leaves violated. */
    expectedViolations,
    second,
    close: async () => {
      const violated = options.checked ? await checkInvariants(server.context.db) : []
      for (const running of [...others, server]) await running.close()
      await database.close()
      if (violated.map(({ code }) => code).join() !== expectedViolations.join())
        throw new Error(`invariants violated: ${JSON.stringify(violated)}`)
    },
  }
}

/** The test server of a file: started before its tests, closed after them. */
export const testServerForFile = (options?: TestServerOptions): TestServer =>
  startForFile(() => startTestServer(options))
/** A test server of its own for each test of a file or of a `describe`. */
export const testServerForEachTest = (options?: TestServerOptions): TestServer =>
  startForEachTest(() => startTestServer(options))

/** @param token the session's; empty: none */
export const personAt = (url: string, token: string, now: () => Date): Person =>
  createTestClient({ post: fetchFrom(url), now }, token)

/**
 * Logs in a demo account by the local part of its email, with its second factor if it has one.
 * @throws Error with the sentence of a refusal
 */
export async function logIn(url: string, context: Context, name: string): Promise<Person> {
  const user = `${name}@demo.surtidor.uy`
  const secondFactor = await freshCode(context, user)
  const now = () => context.now()
  const answer = await personAt(url, '', now).call(login, {
    user,
    password: PASSWORD,
    secondFactor,
  })
  return personAt(url, accepted(answer).user.userSessionToken, now)
}

/** The current TOTP code of a person, accepted again even if used; empty without a second factor. */
export async function freshCode({ db, config, now }: Context, email: string): Promise<string> {
  const { rows } = await db.execute<{ personId: string; stored: string }>(
    sql`update second_factor set last_step = 0 where confirmed_at is not null
      and person_id = (select id from person where email = ${email})
      returning person_id as "personId", secret as stored`,
  )
  if (!rows[0]) return ''
  const secret = Secret.fromBase32(decryptSecret(config, rows[0]) ?? '')
  return TOTP.generate({ secret, timestamp: now().getTime() })
}

/** The verification code and the token of the link in an email. */
export function codesIn({ text }: Pick<Mail, 'text'>): { code: string; token: string } {
  const code = /Tu código: (\S+)/.exec(text)?.[1] ?? ''
  const token = /[?&]code=([\w-]{43})/.exec(text)?.[1] ?? ''
  return { code, token }
}

/** A fixed key of Web Push, no push service besides the listed ones, and no other credentials. */
export const NO_PUSH: Config['push'] = {
  vapidPrivateKey: 'eTGRINQO4cPgz0gDEKZDm91TsninEgvBK1jtB6uNaVw',
  origins: [],
  serviceAccount: undefined,
  apns: undefined,
}

const addressOf = ({ port }: RunningServer) => `http://127.0.0.1:${port}`

function testConfig(database: string): Config {
  const dataDir = join(tmpdir(), database)
  return readConfig({
    SEED: 'off',
    PORT: '0',
    METRICS_PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_POOL: '4',
    PUBLIC_URL: 'http://localhost:3000',
    APP_LINK: 'uy.surtidor.app://open',
    SECRET: TEST_SECRET,
    VAPID_PRIVATE_KEY: NO_PUSH.vapidPrivateKey,
    CALLS_PER_MINUTE: '0',
    GEOPAY_URL: 'http://127.0.0.1:9',
    GEOPAY_KEYS: join(dataDir, 'keys'),
    GEOPAY_TIMEOUT: '2000',
    RECONCILE: 'off',
    JOBS: 'off',
    LOG_LEVEL: 'silent',
  })
}
