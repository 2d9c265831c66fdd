import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/log.ts'
import { startServer } from '#server/startServer.ts'

/**
 * The server with one defence taken away. Nothing of it is in the product: what is sabotaged is
 * the ground that the server stands on, its driver of the database and its machine's arithmetic.
 */
const sabotages: Record<string, () => void> = {
  /** Whatever the signature is, it is right (docs/geopay.md, "Known defects of integrations", 1). */
  'no-signature'() {
    crypto.verify = () => true
    syncBuiltinESMExports()
  },

  /** Nobody waits at a row, and who has looked for an open attempt dawdles: others look meanwhile. */
  'no-row-lock'() {
    rewriteSql((text) => text.replaceAll(/ for update( skip locked)?/g, ''))
    afterSql((text) => (LOOKS_FOR_OPEN.test(text) ? sleep(DAWDLES) : undefined))
  },

  /** No statement waits for another to count; the process falls between an attempt and its debt. */
  'no-transaction'() {
    rewriteSql((text) =>
      /^(begin|commit|rollback|savepoint|release)\b/.test(text) ? 'select 1' : text,
    )
    let paid = 0
    afterSql((text, values) => {
      const pays =
        /^update "payment_attempt" set .*"state" = /.test(text) && values.includes('PAID')
      paid += pays ? 1 : 0
      if (pays && paid % FALLS_EVERY === 0) process.kill(process.pid, 'SIGKILL')
    })
  },

  /** The open attempt of a debt is never found again, so that each tap makes another. */
  'new-token-per-tap': () =>
    rewriteSql((text) => (LOOKS_FOR_OPEN.test(text) ? `${text} and false` : text)),
}
/** The one statement that finds the open attempt of a debt. */
const LOOKS_FOR_OPEN = /"debt_reference" = \$1 and "payment_attempt"."state" in/
/** Longer than two taps at once are apart, in milliseconds. */
const DAWDLES = 400
/** Payments until the saboteur falls. */
const FALLS_EVERY = 4

interface Statement {
  text: string
  values?: unknown[]
}
interface Driver {
  query: (config: unknown, ...rest: unknown[]) => unknown
}
const driver = Client.prototype as unknown as Driver

/** Every statement passes here before the database sees it. */
function rewriteSql(rewrite: (text: string) => string): void {
  around((query, config, rest) => {
    if (typeof config === 'string') return query(rewrite(config), ...rest)
    return query(isStatement(config) ? { ...config, text: rewrite(config.text) } : config, ...rest)
  })
}

/** Told of every statement once it has been answered; the answer waits for whoever is told. */
function afterSql(told: (text: string, values: unknown[]) => unknown): void {
  around((query, config, rest) => {
    const answered = query(config, ...rest)
    if (!isStatement(config) || !(answered instanceof Promise)) return answered
    const values = (Array.isArray(rest[0]) ? rest[0] : config.values) ?? []
    return tellAfter(answered, () => told(config.text, values))
  })
}
async function tellAfter(answered: Promise<unknown>, tell: () => unknown): Promise<unknown> {
  const answer = await answered
  await tell()
  return answer
}

function around(run: (query: Driver['query'], config: unknown, rest: unknown[]) => unknown): void {
  const { query } = driver
  driver.query = function (this: Driver, config, ...rest) {
    return run(query.bind(this), config, rest)
  }
}

const isStatement = (config: unknown): config is Statement =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('submit' in config)

const sabotage = sabotages[process.env.SABOTAGE ?? '']
if (!sabotage) throw new Error('SABOTAGE names no sabotage')
sabotage()
const config = readConfig()
if (!config.databaseUrl) throw new Error('DATABASE_URL is missing')
const { databaseUrl } = config
const server = await startServer({ ...config, databaseUrl }, createLogger(config.logLevel))
process.send?.('ready')
const stop = () => void server.close().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('disconnect', stop)
