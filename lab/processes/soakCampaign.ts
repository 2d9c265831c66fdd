import { PROCESS_OPTIONS } from '#lab/commonOptions.ts'
import { loadResults } from '#lab/processes/loadResults.ts'
import { runLoad } from '#lab/processes/runLoad.ts'
import { runWithPostgres } from '#testing/harness/runWithPostgres.ts'
import { positiveNumber, readArguments } from '#tools/commands/readArguments.ts'

const OPTIONS = {
  ...PROCESS_OPTIONS,
  minutes: { type: 'string', default: '30' },
  rate: { type: 'string', default: '20' },
} as const

/**
 * `npm run lab -- soak --minutes 30 --rate 20`: drivers, payments and mail at a fixed rate against two servers, which
 * are restarted one after the other, like their database.
 */
export async function runSoak(): Promise<never> {
  const { values } = readArguments(OPTIONS)
  const seed = positiveNumber('seed', values.seed)
  const minutes = positiveNumber('minutes', values.minutes)
  const rate = positiveNumber('rate', values.rate)
  return await runWithPostgres({ name: 'soak', keep: values.keep }, async (context) => {
    print(`Prueba de carga: ${minutes} min, ${rate} llegadas por segundo, semilla ${seed}`)
    const { text, passed } = loadResults(await runLoad({ minutes, rate, seed }, context))
    print(text)
    return passed
  })
}

const print = (text: string) => process.stdout.write(`${text}\n`)
