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
import { type Keys, loadKeys } from '#sandbox/keys.ts'
import { startSandbox } from '#sandbox/startSandbox.ts'
import { freePort } from '#testing/harness/freePort.ts'
import { forkProgram, terminate } from '#tools/forkProgram.ts'

/** The server's SECRET: the fuzzer decrypts the second factors with it. */
export const SECRET = 'a secret of a fuzz run, long enough for encryption'

/** A server with its own database and gateway sandbox. */
export interface FuzzEnvironment {
  port: number
  /** The server's own origin, in which passkeys are created and used. */
  origin: string
  /** Connections to the database as its owner. */
  owner: Pool
  /** All keys of the gateway. */
  keys: Keys
  /** Pays on the hosted page with an approved card; the `data` of the return, null when nothing was paid. */
  pay(token: string): Promise<string | null>
  close(): Promise<void>
}

/** @param onFailure called when the server or the sandbox fails */
export async function createFuzzEnvironment(
  onFailure: (what: string) => void,
): Promise<FuzzEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-fuzz-'))
  const cluster = await startEmbedded(folder, ['fsync=off'])
  await migrateDb(cluster.url)
  await seedDemo(cluster.url, {
    now: new Date(),
    secret: SECRET,
    seed: 1,
    drivers: 40,
    movements: 600,
  })
  const owner = new Pool({ connectionString: cluster.url, max: 2 })
  // Without a listener, a closed idle connection would end this process.
  owner.on('error', () => {})
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const sandboxDir = join(folder, 'sandbox')
  const gateway = await startSandbox(
    readConfig({
      SANDBOX_PORT: '0',
      SANDBOX_DIR: sandboxDir,
      MERCHANT_URL: `http://127.0.0.1:${port}`,
    }),
    systemClock,
    ({ message }) => onFailure(`the gateway failed: ${message}`),
    (line) => onFailure(`the gateway reported: ${line}`),
  )
  const server = forkProgram('server/main.ts', {
    env: {
      ...process.env,
      DATA_DIR: folder,
      DATABASE_URL: cluster.appUrl,
      SECRET,
      PORT: String(port),
      PUBLIC_URL: origin,
      METRICS_PORT: '0',
      CALLS_PER_MINUTE: '0',
      // Prints the stack of each defect.
      LOG_LEVEL: 'error',
      GEOPAY_URL: gateway.url,
      GEOPAY_KEYS: join(sandboxDir, 'keys'),
      GEOPAY_TIMEOUT: '5000',
      RECONCILE: 'off',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  server.child.on('exit', (code, signal) => onFailure(`the server ended (${signal ?? code})`))
  await server.ready
  const card = CARDS.find(({ code, behaviour }) => code === '00' && behaviour === 'plain')?.number
  return {
    port,
    origin,
    owner,
    keys: await loadKeys(join(sandboxDir, 'keys')),
    pay: async (token) => {
      const answer = await fetch(`${gateway.url}/sandbox/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, card }),
      })
      return ((await answer.json()) as { data: string | null }).data
    },
    close: async () => {
      server.child.removeAllListeners('exit')
      await terminate(server.child)
      await gateway.close()
      await owner.end()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
