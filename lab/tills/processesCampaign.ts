import { PROCESS_OPTIONS } from '#lab/commonOptions.ts'
import { runTillsOnProcesses } from '#lab/tills/tillsOnProcesses.ts'
import { runWithPostgres } from '#testing/harness/runWithPostgres.ts'
import { positiveNumber, readArguments } from '#tools/commands/readArguments.ts'

const OPTIONS = {
  ...PROCESS_OPTIONS,
  stations: { type: 'string', default: '88' },
  minutes: { type: 'string', default: '10' },
} as const

/**
 * `npm run lab -- tills --stack processes --stations 88 --minutes 10`: the tills of a network report sales, redeem
 * points and ask for payments over bad networks while members spend, and servers, gateway and PostgreSQL are killed.
 */
export async function runTills(): Promise<never> {
  const { values } = readArguments(OPTIONS)
  const size = {
    stations: positiveNumber('stations', values.stations),
    minutes: positiveNumber('minutes', values.minutes),
    seed: positiveNumber('seed', values.seed),
  }
  return await runWithPostgres({ name: 'tills', keep: values.keep }, async (context) => {
    print(`Red de cajas: ${size.stations} estaciones, ${size.minutes} min, semilla ${size.seed}`)
    const { report, isClean } = await runTillsOnProcesses(size, context)
    print(report.join('\n'))
    return isClean
  })
}

const print = (text: string) => process.stdout.write(`${text}\n`)
