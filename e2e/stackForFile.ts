import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, vi } from 'vitest'
import type { CallContract, RequestOf } from '#contract/call.ts'
import { login } from '#contract/user/login.ts'
import { newestMail } from '#db/messaging/mailOutbox.ts'
import { sessionsForFile, signInAs, TIMEOUT_MS, waitUntilIdle } from '#e2e/browserSession.ts'
import { systemClock } from '#sandbox/clock.ts'
import { startSandbox } from '#sandbox/startSandbox.ts'
import { readConfig } from '#server/config.ts'
import { type RunningServer, startServer } from '#server/startServer.ts'
import { type FreshDatabase, freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { freePorts } from '#testing/harness/freePort.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { codesIn, freshCode, PASSWORD, personAt } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'
import { readStartSettings } from '#tools/commands/startSettings.ts'

/**
 * Starts server and sandbox with the settings of `npm start` before the tests of a file, in its
 * process and on a database of its own.
 * @param settings further settings, called after the file's earlier hooks
 */
export function stackForFile(settings: () => Record<string, string> = () => ({})) {
  let database: FreshDatabase
  let folder: string
  let server: RunningServer
  let stop: () => Promise<void>
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  /** Addresses of the running stack, and the settings with which a command works on its data. */
  const running = { app: '', sandbox: '', metrics: '', dataSettings: {} as Record<string, string> }
  beforeAll(async () => {
    database = await freshDatabase('stack')
    folder = await mkdtemp(join(tmpdir(), 'surtidor-stack-'))
    const [port, sandboxPort, metricsPort] = await freePorts(3)
    const dataSettings = { DATABASE_URL: database.url, DATA_DIR: folder, SECRET: TEST_SECRET }
    const environment = {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      METRICS_PORT: String(metricsPort),
      ...settings(),
      ...dataSettings,
    }
    ;({ server, stop } = await startPrograms(environment, now))
    Object.assign(running, {
      app: `http://localhost:${port}`,
      sandbox: `http://localhost:${sandboxPort}`,
      metrics: `http://127.0.0.1:${metricsPort}/metrics`,
      dataSettings,
    })
  })
  const newSession = sessionsForFile()
  afterAll(async () => {
    await stop?.()
    await database?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Opens an address below the app's, in an empty profile. */
  const open = async (address: string, options?: BrowserContextOptions) => {
    const session = await newSession(options)
    await session.page.goto(`${running.app}/${address}`)
    return session
  }
  /** The current code of an operator's second factor, accepted again even if used. */
  const totpCode = (name: string) => freshCode(server.context, emailOf(name))
  return Object.assign(running, {
    /** Moves the clock of the server ahead. */
    wait: (milliseconds: number) => {
      ahead += milliseconds
    },
    /**
     * Makes the database refuse writes or take them again, as a successor that replaces its primary: the
     * connections end, and statements that write fail with 25006.
     */
    refuseWrites: async (refused: boolean) => {
      const { client, name } = database
      await client.query(`alter database ${name} set default_transaction_read_only = ${refused}`)
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      )
    },
    /** Runs a query as the owner. @returns its rows */
    query: async <Row extends object>(text: string): Promise<Row[]> =>
      (await database.client.query<Row>(text)).rows,
    /** A terminal of a station that has enrolled. */
    enrolTill: () => enrolTestTerminal({ url: running.app, context: server.context }),
    /** Voids the charge of a payment at the gateway, whose webhook then tells the server. */
    voidAtGateway: async (accessToken: string) => {
      await server.context.gateway.void(accessToken)
    },
    newSession,
    open,
    totpCode,
    /** A driver signed in at a route of the app, when its data are drawn. */
    openAs: async (name: string, route: string, options?: BrowserContextOptions) => {
      const session = await open(`#/${route}`, options)
      const { page } = session
      await signInAs(page, name)
      await page.waitForURL(({ hash }) => hash.startsWith(`#/${route}`))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await waitUntilIdle(page)
      return session
    },
    /** An operator who has entered password and second factor at an address below the app's. */
    openAsOperator: async (name: string, address: string, options?: BrowserContextOptions) => {
      const session = await open(address, options)
      const { page } = session
      await signInAs(page, name)
      const code = page.locator('input[autocomplete="one-time-code"]')
      await code.waitFor()
      await code.fill(await totpCode(name))
      await page.keyboard.press('Enter')
      return session
    },
    /**
     * Calls with the session of a demo person, as an integrator's program has it.
     * @throws Error with the sentence of a refusal
     */
    clientOf: async (name: string) => {
      const { user } = accepted(
        await personAt(running.app, '', now).call(login, {
          user: emailOf(name),
          password: PASSWORD,
          secondFactor: await totpCode(name),
        }),
      )
      const person = personAt(running.app, user.userSessionToken, now)
      return async <S extends CallContract>(contract: S, fields: RequestOf<S>) =>
        accepted(await person.call(contract, fields))
    },
    /** Waits for an email. @returns its code and its link, as far as it has them */
    emailTo: (email: string, subject: string) =>
      vi.waitFor(
        async () => {
          const [newest] = (await newestMail(server.context.db, 100)).filter(
            ({ recipient }) => recipient === email,
          )
          if (!newest?.subject.includes(subject))
            throw new Error(`no email "${subject}" to ${email}`)
          const [link = ''] = /http\S+/.exec(newest.text) ?? []
          return { code: codesIn(newest).code, link }
        },
        { timeout: TIMEOUT_MS },
      ),
  })
}

const emailOf = (name: string) => `${name}@demo.surtidor.uy`

async function startPrograms(env: Record<string, string>, now: () => Date) {
  const { sandbox, environment } = readStartSettings(env)
  if (!sandbox) throw new Error('there is no sandbox in production')
  const report = (problem: unknown) => console.error(problem)
  const gateway = await startSandbox(sandbox, systemClock, report, report)
  const config = { ...readConfig(environment), databaseUrl: env.DATABASE_URL ?? '' }
  const server = await startServer(config, pino({ level: 'silent' }), { now })
  const stop = async () => {
    await server.close()
    await gateway.close()
  }
  return { server, stop }
}
