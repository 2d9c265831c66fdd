import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Milliseconds that a postmaster gets for a fast shutdown before an immediate one. */
const SHUTDOWN_TIMEOUT_MS = 10_000
/** Milliseconds that a process gets for an immediate end before SIGKILL, and after it. */
const IMMEDIATE_END_MS = 5_000
const CHECK_INTERVAL_MS = 20

/**
 * Ends what an earlier start left on a cluster's folder: a postmaster whose parent was killed, and
 * the children of a postmaster that was killed itself. A child that computes does not notice that,
 * and while one is attached to the old shared memory a start fails with "pre-existing shared memory
 * block is still in use".
 * @param home the data directory
 * @throws with the process ids when they do not end
 */
export async function stopLeftover(home: string): Promise<void> {
  await stopPostmaster(home)
  const signals: NodeJS.Signals[] = ['SIGQUIT', 'SIGKILL']
  for (const signal of signals) {
    for (const pid of await processesOn(home)) sendSignal(pid, signal)
    if (await becomesTrue(async () => (await processesOn(home)).length === 0, IMMEDIATE_END_MS))
      return
  }
  const pids = (await processesOn(home)).join(', ')
  throw new Error(`PostgreSQL: no terminan los procesos de un arranque anterior (${pids}).`)
}

async function stopPostmaster(home: string): Promise<void> {
  const file = await readFile(join(home, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(file.split('\n')[0])
  if (!pid || !isPostgres(pid, await commandOf(pid))) return
  const ended = async () => (await commandOf(pid)) === ''
  sendSignal(pid, 'SIGINT')
  if (await becomesTrue(ended, SHUTDOWN_TIMEOUT_MS)) return
  sendSignal(pid, 'SIGQUIT')
  await becomesTrue(ended, IMMEDIATE_END_MS)
}

/**
 * The PostgreSQL processes that work in the folder: all of a cluster change to its data directory.
 * Empty where the system has no /proc; there a start is retried until they have ended.
 */
export async function processesOn(home: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const folder = await realpath(home).catch(() => home)
  const pids = (await readdir('/proc')).map(Number).filter(Boolean)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const directory = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      return directory === folder && isPostgres(pid, await commandOf(pid))
    }),
  )
  return pids.filter((_, index) => found[index])
}

/** A process id in an old file may belong to another program by now. */
const isPostgres = (pid: number, command: string) =>
  pid !== process.pid && command.includes('postgres')

/** The command line; empty for a process that has ended. */
const commandOf = async (pid: number) =>
  process.platform === 'linux'
    ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : await run('ps', ['-o', 'command=', '-p', String(pid)]).then(
        ({ stdout }) => stdout,
        () => '',
      )

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function becomesTrue(check: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!(await check())) {
    if (performance.now() > deadline) return false
    await sleep(CHECK_INTERVAL_MS)
  }
  return true
}
