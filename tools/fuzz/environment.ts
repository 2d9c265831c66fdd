import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { startEmbedded } from '#db/embeddedPostgres.ts'
import { migrateDb } from '#db/migrate.ts'
import { seedDemo } from '#db/seed.ts'
import { CARDS } from '#sandbox/cards.ts'
import { systemClock } from '#sandbox/clock.ts'
import { readConfig } from '#sandbox/config.ts'
import { startSandbox } from '#sandbox/startSandbox.ts'
import { type Keys, loadKeys } from '#sandbox/keys.ts'
import { freePort } from '#testing/freePort.ts'

/** Seals the second factors of this run, which the fuzz has to open. */
export const SECRET = 'a secret of a fuzz run, long enough to seal with'

/** A server of its own with its database and its card gateway. */
export interface FuzzEnvironment {
  port: number
  /** The database, as its owner. */
  owner: Pool
  /** The gateway's keys, all of them. */
  keys: Keys
  /** Pays on the hosted page with a card that is good; the return's `data`, null when nothing was paid. */
  pay(token: string): Promise<string | null>
  close(): Promise<void>
}

/** @param ended told when the server or the gateway fails */
export async function createFuzzEnvironment(
  ended: (what: string) => void,
): Promise<FuzzEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-fuzz-'))
  const cluster = await startEmbedded(folder, ['fsync=off'])
  await migrateDb(cluster.url)
  await seedDemo(cluster.url, { now: new Date(), seed: 1, drivers: 40, movements: 600 })
  const owner = new Pool({ connectionString: cluster.url, max: 2 })
  // The end of the database must not be the end of this program.
  owner.on('error', () => {})
  const port = await freePort()
  const dir = join(folder, 'sandbox')
  const gateway = await startSandbox(
    readConfig({
      SANDBOX_PORT: '0',
      SANDBOX_DIR: dir,
      MERCHANT_URL: `http://127.0.0.1:${port}`,
    }),
    systemClock,
    ({ message }) => ended(`the gateway failed: ${message}`),
    (line) => ended(`the gateway complained: ${line}`),
  )
  const server = fork(join(import.meta.dirname, '../../server/main.ts'), {
    env: {
      ...process.env,
      DATA_DIR: folder,
      DATABASE_URL: cluster.url,
      SECRET,
      PORT: String(port),
      METRICS_PORT: '0',
      CALLS_PER_MINUTE: '0',
      // A defect tells where it is.
      LOG_LEVEL: 'error',
      GEOPAY_URL: gateway.url,
      GEOPAY_KEYS: join(dir, 'keys'),
      GEOPAY_TIMEOUT: '5000',
      RECONCILE: 'off',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  server.on('exit', (code, signal) => ended(`the server ended (${signal ?? code})`))
  await new Promise<void>((ready) => server.once('message', () => ready()))
  const card = CARDS.find(({ code, lever }) => code === '00' && lever === 'plain')?.number
  return {
    port,
    owner,
    keys: await loadKeys(join(dir, 'keys')),
    pay: async (token) => {
      const answer = await fetch(`${gateway.url}/sandbox/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, card }),
      })
      return ((await answer.json()) as { data: string | null }).data
    },
    close: async () => {
      server.removeAllListeners('exit')
      server.kill('SIGTERM')
      await new Promise((gone) => server.once('exit', gone))
      await gateway.close()
      await owner.end()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
