import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { embeddedUrl, startEmbedded } from '#db/embeddedPostgres.ts'
import type { DbConfig } from '#db/config.ts'

/** How long a Surtidor that is starting may take until its database answers, in milliseconds. */
const PATIENCE = 20_000

/** The database that the settings name, for a program that works on it alone. */
export interface CliDatabase {
  url: string
  /** The end of its log, if it was started for this program. */
  said(): string
  /** Stops the embedded PostgreSQL only if it was started for this program. */
  close(): Promise<void>
}

/**
 * Uses the database where it already runs, and starts the embedded one where it does not:
 * starting it a second time would stop the first.
 * @throws with one line when a Surtidor holds the folder and its database does not answer
 */
export async function connectForCli({ databaseUrl, dataDir }: DbConfig): Promise<CliDatabase> {
  const url = databaseUrl ?? embeddedUrl(dataDir)
  if (databaseUrl || (await answers(url))) return { url, said: () => '', close: leave }
  const pid = await supervisor(dataDir)
  if (pid === null) {
    const embedded = await startEmbedded(dataDir)
    return { url: embedded.url, said: () => embedded.logTail(), close: () => embedded.stop() }
  }
  for (let waited = 0; waited < PATIENCE; waited += 200) {
    await sleep(200)
    if (await answers(url)) return { url, said: () => '', close: leave }
  }
  throw new Error(`hay un Surtidor sobre ${dataDir} (proceso ${pid}) y su base no responde.`)
}

/** The running `npm start` of a folder; a number in an old file may be anybody's by now. */
async function supervisor(dataDir: string): Promise<number | null> {
  const pid = Number(await readFile(join(dataDir, 'running.pid'), 'utf8').catch(() => ''))
  if (!pid) return null
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return pid
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('tools/commands/startAll.ts')
      ? pid
      : null
  } catch {
    return null
  }
}

/** Somebody else's to stop. */
const leave = async () => {}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  const up = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return up
}
