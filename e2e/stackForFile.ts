import { pino } from 'pino'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, vi } from 'vitest'
import type { CallContract, RequestOf } from '#contract/call.ts'
import { newestMail } from '#db/messaging/mailOutbox.ts'
import {
  payWith,
  sessionsForFile,
  signInAs,
  TIMEOUT_MS,
  waitUntilIdle,
} from '#e2e/browserSession.ts'
import { systemClock } from '#sandbox/clock.ts'
import { startSandbox } from '#sandbox/startSandbox.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/startServer.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { freePorts } from '#testing/harness/freePort.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { codesIn, freshCode, logIn } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'
import { readStartSettings } from '#tools/commands/startSettings.ts'

/**
 * Starts server and sandbox with the settings of `npm start` before the tests of a file, in its
 * process and on a database of its own.
 * @param settings further settings, called after the file's earlier hooks
 */
export function stackForFile(settings: () => Record<string, string> = () => ({})) {
  const newSession = sessionsForFile()
  const folder = tempFolder(afterAll)
  return startForFile(() => startStack({ ...settings(), DATA_DIR: folder }, newSession))
}

async function startStack(
  settings: { DATA_DIR: string },
  newSession: ReturnType<typeof sessionsForFile>,
) {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const database = await freshDatabase('stack')
  const [port, sandboxPort, metricsPort] = (await freePorts(3)).map(String)
  const dataSettings = {
    DATABASE_URL: database.url,
    DATA_DIR: settings.DATA_DIR,
    SECRET: TEST_SECRET,
  }
  const ports = { PORT: port, SANDBOX_PORT: sandboxPort, METRICS_PORT: metricsPort }
  const started = readStartSettings({ ...ports, ...settings, ...dataSettings })
  if (!started.sandbox) throw new Error('there is no sandbox in production')
  const report = (problem: unknown) => console.error(problem)
  const gateway = await startSandbox(started.sandbox, systemClock, report, report)
  const config = { ...readConfig(started.environment), databaseUrl: database.url }
  const server = await startServer(config, pino({ level: 'silent' }), { now })
  const app = `http://localhost:${port}`
  const sandbox = `http://localhost:${sandboxPort}`

  /** Opens an address below the app's, in an empty profile. */
  const open = async (address: string, options?: BrowserContextOptions) => {
    const session = await newSession(options)
    await session.page.goto(`${app}/${address}`)
    return session
  }
  /** The current code of an operator's second factor, accepted again even if used. */
  const totpCode = (name: string) => freshCode(server.context, `${name}@demo.surtidor.uy`)
  return {
    /** Addresses of the running programs. */
    app,
    sandbox,
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    /** The settings with which a command works on the data. */
    dataSettings,
    close: async () => {
      await server.close()
      await gateway.close()
      await database.close()
    },
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
    enrolTill: () => enrolTestTerminal({ url: app, context: server.context }),
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
    /** Pays one of the debts that a page of the app lists, with a debit card. */
    payDebt: async (page: Page, concept: string) => {
      const debt = page.getByRole('listitem').filter({ hasText: concept })
      await debt.getByRole('link').or(debt.getByRole('button')).click()
      await page.getByRole('button', { name: /^Ir a pagar/ }).click()
      await page.waitForURL(`${sandbox}/**`)
      await payWith(page)
      await page.getByText('¡Listo! Pagaste').waitFor()
    },
    /**
     * Calls with the session of a demo person, as an integrator's program has it.
     * @throws Error with the sentence of a refusal
     */
    clientOf: async (name: string) => {
      const person = await logIn(app, server.context, name)
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
  }
}
