import { cliErrorText } from '#db/cliErrorMessage.ts'
import { assertPortsFree } from '#tools/commands/checkPorts.ts'
import { lockFolder } from '#tools/commands/lockFolder.ts'
import { readStartSettings } from '#tools/commands/startSettings.ts'
import { ExitedBeforeReady, startProcess } from '#tools/startProcess.ts'
import { stopOnSignal } from '#tools/stopOnSignal.ts'
import { supervise } from '#tools/supervise.ts'

/**
 * Milliseconds that each program gets to stop, before it is killed. With the 4 s of the embedded database
 * all have ended within 15 s.
 */
const STOP_TIMEOUTS_MS = { 'server/main.ts': 9_000, 'sandbox/main.ts': 1_000 }

/** Milliseconds for a program to serve; the database is migrated before. */
const START_TIMEOUT_MS = 60_000

interface Address {
  host: string
  port: number
}

/** What a command starts its programs with. */
export type Stack = ReturnType<typeof readStartSettings> & {
  add: Awaited<ReturnType<typeof stopOnSignal>>['add']
  /** Starts a program, and restarts it when it ends or gives no answer. Resolves when it serves. */
  run: (
    file: keyof typeof STOP_TIMEOUTS_MS,
    address: Address,
    env: NodeJS.ProcessEnv,
    name?: string,
  ) => Promise<void>
}

/**
 * Runs server and sandbox on a database that `start` starts, once their folder is locked and their ports are
 * free. On a signal, or when the parent process ends, everything stops in reverse order.
 * @param start returns what is printed when everything serves
 * @param databaseLog the end of the database's log, for a failed start
 */
export async function runStack(
  start: (stack: Stack) => Promise<string>,
  databaseLog: () => Promise<string | undefined> = async () => undefined,
): Promise<void> {
  const started = await stopOnSignal()
  const run: Stack['run'] = async (file, address, env, name = file) => {
    // detached: this process stops its programs in order, whatever signal the terminal sends.
    const more = { ipc: true, detached: true, killAfterMs: STOP_TIMEOUTS_MS[file] }
    const launch = () => startProcess(file, { env, stdout: 'inherit', stderr: 'inherit', ...more })
    const program = supervise(launch, {
      name,
      startTimeoutMs: START_TIMEOUT_MS,
      health: { ask: (timeoutMs) => answers(address, timeoutMs) },
      onFailure: (error) => printError(error),
      onEnd: ({ child }) => printRestart(`${name} terminó (${child.signalCode ?? child.exitCode})`),
    })
    started.add(program)
    await program.serving()
  }
  try {
    const settings = readStartSettings(process.env)
    const { config, sandbox } = settings
    started.add({ stop: await lockFolder(config.dataDir) })
    await assertPortsFree([
      { setting: 'PORT', port: config.port, host: config.host },
      ...(sandbox ? [{ setting: 'SANDBOX_PORT', port: sandbox.port, host: sandbox.host }] : []),
      { setting: 'METRICS_PORT', port: config.metricsPort },
    ])
    process.stdout.write(await start({ ...settings, add: started.add, run }))
    process.send?.('ready')
  } catch (error) {
    if (started.isStopping()) return
    printError(error, await databaseLog())
    await started.stop(1)
  }
}

/** @throws when a program gives no answer in time on the port where it listens */
async function answers({ host, port }: Address, timeoutMs: number): Promise<void> {
  // An address that listens everywhere is not one to call on every system.
  const called = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const address = `http://${called.includes(':') ? `[${called}]` : called}:${port}/healthz`
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  await answer.arrayBuffer()
}

export function printError(error: unknown, databaseLog?: string): void {
  // A program that ended by itself has printed its reason on the shared stderr.
  if (error instanceof ExitedBeforeReady && error.signal === null) return
  process.stderr.write(cliErrorText(error, databaseLog))
}

export const printRestart = (end: string) =>
  process.stderr.write(`surtidor: ${end}; se reinicia.\n`)
