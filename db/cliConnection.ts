import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DbConfig } from '#db/config.ts'
import {
  asAppRole,
  embeddedUrl,
  isReachable,
  startEmbedded,
} from '#db/postgres/embeddedPostgres.ts'

/** Time for the database of a server that is starting to answer. */
const DATABASE_START_TIMEOUT_MS = 20_000

/**
 * Connects a command-line program to the database of the settings that runs already, and otherwise
 * starts the embedded one: a second start on the same folder would stop the first.
 * @returns the addresses for the login of the servers and for the owner; `said` gives the end of the log
 * of a database that was started for this program, and `close` stops only such a one
 * @throws with one line when a server runs on the folder and its database does not answer
 */
export async function connectForCli(config: DbConfig) {
  const { databaseUrl, dataDir } = config
  const ownerUrl = databaseUrl ? (config.ownerUrl ?? databaseUrl) : embeddedUrl(dataDir)
  const url = databaseUrl ?? asAppRole(ownerUrl)
  const running = { url, ownerUrl, said: () => '', close: keepRunning }
  if (databaseUrl || (await isReachable(ownerUrl))) return running
  const pid = await lockHolder(join(dataDir, START_LOCK))
  if (!pid) {
    const embedded = await startEmbedded(dataDir)
    return { url, ownerUrl, said: () => embedded.logTail(), close: () => embedded.stop() }
  }
  for (let waited = 0; waited < DATABASE_START_TIMEOUT_MS; waited += 200) {
    await sleep(200)
    if (await isReachable(ownerUrl)) return running
  }
  throw new Error(`hay un Surtidor sobre ${dataDir} (proceso ${pid}) y su base no responde.`)
}

/** Name of the file in a data folder that contains the process id of its `npm start`. */
export const START_LOCK = 'running.pid'

/** `npm start` and `npm run cluster`. */
const LOCKING_PROGRAMS = /tools\/(?:commands\/startAll|cluster\/main)\.ts/

/**
 * The process id of the other `npm start` or `npm run cluster` that holds a lock file; null when it has ended, and that of
 * an old file may belong to another program since; undefined without the file.
 */
export async function lockHolder(file: string): Promise<number | null | undefined> {
  const content = await readFile(file, 'utf8').catch(() => undefined)
  const pid = Number(content)
  if (!pid || pid === process.pid) return content === undefined ? undefined : null
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return pid
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return LOCKING_PROGRAMS.test(command) ? pid : null
  } catch {
    return null
  }
}

/** `close` of a database that another program started. */
const keepRunning = async () => {}
