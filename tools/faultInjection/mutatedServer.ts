import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/log.ts'
import { startServer } from '#server/startServer.ts'

/**
 * Starts the server with one defence removed, named by the environment variable MUTATION. The
 * product's code is unchanged: a mutation patches node:crypto or the `pg` client.
 */
const mutations: Record<string, () => void> = {
  /** Every signature is accepted (docs/geopay.md, "Known defects of integrations", 1). */
  'no-signature'() {
    crypto.verify = () => true
    syncBuiltinESMExports()
  },

  /** No row locks; a delay after the search for an open attempt lets a second request search too. */
  'no-row-lock'() {
    rewriteSql((text) => text.replaceAll(/ for update( skip locked)?/g, ''))
    afterSql((text) => (FINDS_OPEN_ATTEMPT.test(text) ? sleep(SEARCH_DELAY_MS) : undefined))
  },

  /** Every statement commits by itself; the process dies between an attempt and its debt. */
  'no-transaction'() {
    rewriteSql((text) =>
      /^(begin|commit|rollback|savepoint|release)\b/.test(text) ? 'select 1' : text,
    )
    let payments = 0
    afterSql((text, values) => {
      const pays =
        /^update "payment_attempt" set .*"state" = /.test(text) && values.includes('PAID')
      payments += pays ? 1 : 0
      if (pays && payments % PAYMENTS_PER_CRASH === 0) process.kill(process.pid, 'SIGKILL')
    })
  },

  /** The open attempt of a debt is never found, so that each request opens another. */
  'new-token-per-request': () =>
    rewriteSql((text) => (FINDS_OPEN_ATTEMPT.test(text) ? `${text} and false` : text)),
}
/** The statement that finds the open attempt of a debt. */
const FINDS_OPEN_ATTEMPT = /"debt_reference" = \$1 and "payment_attempt"."state" in/
/** More than the time between two simultaneous requests. */
const SEARCH_DELAY_MS = 400
const PAYMENTS_PER_CRASH = 4

interface Statement {
  text: string
  values?: unknown[]
}
interface Driver {
  query: (config: unknown, ...rest: unknown[]) => unknown
}
const driver = Client.prototype as unknown as Driver

/** Changes the text of every statement before it is sent. */
function rewriteSql(rewrite: (text: string) => string): void {
  wrapQuery((query, config, rest) => {
    if (typeof config === 'string') return query(rewrite(config), ...rest)
    return query(isStatement(config) ? { ...config, text: rewrite(config.text) } : config, ...rest)
  })
}

/** Calls `action` after every statement; the result is returned once the action has ended. */
function afterSql(action: (text: string, values: unknown[]) => unknown): void {
  wrapQuery((query, config, rest) => {
    const result = query(config, ...rest)
    if (!isStatement(config) || !(result instanceof Promise)) return result
    const values = (Array.isArray(rest[0]) ? rest[0] : config.values) ?? []
    return runAfter(result, () => action(config.text, values))
  })
}
async function runAfter(pending: Promise<unknown>, action: () => unknown): Promise<unknown> {
  const result = await pending
  await action()
  return result
}

function wrapQuery(
  run: (query: Driver['query'], config: unknown, rest: unknown[]) => unknown,
): void {
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

const applyMutation = mutations[process.env.MUTATION ?? '']
if (!applyMutation) throw new Error('MUTATION names no mutation')
applyMutation()
const config = readConfig()
if (!config.databaseUrl) throw new Error('DATABASE_URL is missing')
const { databaseUrl } = config
const server = await startServer({ ...config, databaseUrl }, createLogger(config.logLevel))
process.send?.('ready')
const stop = () => void server.close().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('disconnect', stop)
