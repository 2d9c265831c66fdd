import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeAll, stopAll } from '#testing/harness/killableProcess.ts'
import { startCluster } from '#testing/harness/processes.ts'
import { runGuarded } from '#testing/harness/runGuarded.ts'
import { findingsOf } from '#tools/soak/findings.ts'
import { soakReport } from '#tools/soak/report.ts'
import { runSoak } from '#tools/soak/runSoak.ts'

/**
 * `npm run soak -- --minutes 30 --rate 20 --seed 1`: drivers, payments, mail and operators at a fixed
 * rate against two servers, which are restarted one after the other, like their database.
 * @returns whether the run was good; its reasons are printed
 */
async function main({ minutes, rate, seed, keep }: Options): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-soak-'))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const cleanUp = async () => {
    await stopAll()
    if (keep) process.stdout.write(`Registros de cada programa en ${folder}\n`)
    else await rm(folder, { recursive: true, force: true })
  }
  process.stdout.write(
    `Prueba de carga: ${minutes} min, ${rate} llegadas por segundo, semilla ${seed}\n`,
  )
  return runGuarded(
    async (watchdog) => {
      const cluster = await startCluster(folder, watchdog.abort)
      const result = await runSoak({ minutes, rate, seed, folder, cluster, watchdog })
      const findings = findingsOf(result.evidence)
      process.stdout.write(soakReport(result.evidence, result.recorder, result.connections))
      for (const finding of findings) process.stdout.write(`  MAL  ${finding}\n`)
      process.stdout.write(findings.length === 0 ? 'VERDE\n' : 'ROJA\n')
      return findings.length === 0
    },
    {
      silenceMs: SILENCE_LIMIT_MS,
      cleanUpMs: CLEAN_UP_TIMEOUT_MS,
      describeState: describeAll,
      cleanUp,
      print: (text) => process.stderr.write(text),
    },
  )
}

/** More than a process may take to start, whose own reason then comes first. */
const SILENCE_LIMIT_MS = 200_000
const CLEAN_UP_TIMEOUT_MS = 60_000

type Options = ReturnType<typeof readArguments>
function readArguments() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      rate: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      keep: { type: 'boolean', default: false },
    },
  })
  return {
    minutes: positive('minutes', values.minutes),
    rate: positive('rate', values.rate),
    seed: positive('seed', values.seed),
    keep: values.keep,
  }
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new Error(`--${name} tiene que ser un número mayor que 0, no «${text}».`)
}

function readArgumentsOrExit(): Options {
  try {
    return readArguments()
  } catch (error) {
    process.stderr.write(`surtidor: ${(error as Error).message}\n`)
    return process.exit(1)
  }
}

main(readArgumentsOrExit()).then(
  (passed) => process.exit(passed ? 0 : 1),
  (error: Error) => {
    process.stderr.write(`surtidor: ${error.stack ?? error.message}\n`)
    process.exit(1)
  },
)
