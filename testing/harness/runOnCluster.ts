import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Cluster,
  describeAll,
  startCluster,
  stopAll,
} from '#testing/harness/killableProcess.ts'
import { runGuarded, type Watchdog } from '#testing/harness/runGuarded.ts'

/** The context of a run. */
export interface RunContext {
  /** Where every program writes; removed after the run. */
  folder: string
  cluster: Cluster
  watchdog: Watchdog
}

/** More than a process may take to start, whose own reason then comes first. */
const SILENCE_LIMIT_MS = 200_000
const CLEAN_UP_TIMEOUT_MS = 60_000

/**
 * Runs `work` with a PostgreSQL cluster of its own, and ends this process: with 0 when `work` ended in
 * true.
 * @param options.keep leaves the folder with the log of each program
 * @param options.settings of PostgreSQL, for a run that trades durability for speed
 */
export async function runOnCluster(
  { name, keep, settings = [] }: { name: string; keep: boolean; settings?: string[] },
  work: (context: RunContext) => Promise<boolean>,
): Promise<never> {
  const folder = await mkdtemp(join(tmpdir(), `surtidor-${name}-`))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const passed = await runGuarded(
    async (watchdog) =>
      work({ folder, cluster: await startCluster(folder, watchdog.abort, settings), watchdog }),
    {
      silenceMs: SILENCE_LIMIT_MS,
      cleanUpMs: CLEAN_UP_TIMEOUT_MS,
      describeState: describeAll,
      cleanUp: async () => {
        await stopAll()
        if (keep) process.stdout.write(`Registros de cada programa en ${folder}\n`)
        else await rm(folder, { recursive: true, force: true })
      },
      print: (text) => process.stderr.write(text),
    },
  )
  process.exit(passed ? 0 : 1)
}

/**
 * A number of the command line.
 * @throws one line that names the option
 */
export function positiveNumber(option: string, text: string): number {
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new Error(`--${option} tiene que ser un número mayor que 0, no «${text}».`)
}
