import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { migrateDb } from '#db/migrate.ts'
import { connectForCli } from '#db/cliConnection.ts'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { readDbConfig } from '#db/config.ts'
import { fillDemo, type DemoOptions } from '#db/demo/fillDemo.ts'
import { progressBar } from '#db/demo/progressBar.ts'

/** Any number, the same in every process: of two that fill the same town, the second finds it full. */
const TURN = 7_201_859

/**
 * Fills an empty, migrated database with the demo town, in one transaction: all of it or nothing.
 * @param url the owner's connection
 * @returns false when people live there already; nothing is changed then
 */
export async function seedDemo(url: string, options: DemoOptions): Promise<boolean> {
  const client = new Client({ connectionString: url })
  // A server that falls half-way rejects the query under way; unheard here, it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [TURN])
    const { rowCount } = await client.query('select from person limit 1')
    if (!rowCount) await fillDemo(client, options)
    await client.query('commit')
    return !rowCount
  } finally {
    // Ends the transaction too when something failed on the way.
    await client.end()
  }
}

/** `npm run seed -- --drivers 10000 --movements 1000000 --seed 1`. */
async function main(): Promise<void> {
  const { seed, drivers, movements } = readArguments()
  const database = await connectForCli(readDbConfig())
  try {
    await migrateDb(database.url)
    const progress = progressBar(process.stdout)
    const made = await seedDemo(database.url, {
      now: new Date(),
      seed,
      drivers,
      movements,
      progress,
    })
    if (!made)
      throw new Error(
        'en esta base ya vive gente y no la toqué: usá otra DATA_DIR o una base vacía.',
      )
  } catch (error) {
    throw new Error(cliErrorMessage(error, database.said()), { cause: error })
  } finally {
    await database.close()
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        drivers: { type: 'string', default: '40' },
        movements: { type: 'string', default: '6000' },
        seed: { type: 'string', default: '1' },
      },
    })
    return {
      drivers: whole('drivers', values.drivers),
      movements: whole('movements', values.movements),
      seed: whole('seed', values.seed),
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code?.startsWith('ERR_PARSE_ARGS')
      ? new Error('las opciones son --drivers, --movements y --seed, cada una con su número.')
      : new Error(message)
  }
}

function whole(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new Error(`--${name} tiene que ser un número entero, no «${text}».`)
}

if (import.meta.main)
  main().catch((error: Error) => {
    process.stderr.write(`surtidor: ${cliErrorMessage(error)}\n`)
    process.exit(1)
  })
