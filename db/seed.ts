import { parseArgs } from 'node:util'
import { connectForCli } from '#db/cliConnection.ts'
import { cliErrorText } from '#db/cliErrorMessage.ts'
import { assertDemoDataAllowed, readDbConfig } from '#db/config.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { type DemoOptions, fillDemo } from '#db/demo/fillDemo.ts'
import { reportProgress } from '#db/demo/progress.ts'
import { migrateDb } from '#db/migrate.ts'
import { storedSecret } from '#db/storedSecret.ts'

/**
 * Key of the advisory lock that serialises concurrent seeds; the second finds the database filled.
 */
const LOCK_KEY = 7_201_859

/**
 * Fills an empty, migrated database with the demo data in one transaction.
 * @param url connection URL of the owner
 * @returns false when the database has people already; nothing is changed then
 */
export const seedDemo = (url: string, options: DemoOptions): Promise<boolean> =>
  withClient(withoutTimeout(url), async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const { rowCount } = await client.query('select from person limit 1')
    if (!rowCount) await fillDemo(client, options)
    await client.query('commit')
    return !rowCount
  })

/** `npm run seed -- --drivers 10000 --movements 1000000 --seed 1`. */
async function main(): Promise<void> {
  const { seed, drivers, movements } = readArguments()
  assertDemoDataAllowed()
  const config = readDbConfig()
  const database = await connectForCli(config)
  try {
    await migrateDb(database.ownerUrl)
    const progress = reportProgress(process.stdout)
    const seeded = await seedDemo(database.ownerUrl, {
      now: new Date(),
      secret: config.secret ?? storedSecret(config.dataDir),
      seed,
      drivers,
      movements,
      progress,
    })
    if (!seeded)
      throw new Error(
        'en esta base ya vive gente y no la toqué: usá otra DATA_DIR o una base vacía.',
      )
  } catch (error) {
    process.stderr.write(cliErrorText(error, database.said()))
    process.exitCode = 1
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
      drivers: parseInteger('drivers', values.drivers),
      movements: parseInteger('movements', values.movements),
      seed: parseInteger('seed', values.seed),
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code?.startsWith('ERR_PARSE_ARGS')
      ? new Error('las opciones son --drivers, --movements y --seed, cada una con su número.')
      : new Error(message)
  }
}

function parseInteger(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new Error(`--${name} tiene que ser un número entero, no «${text}».`)
}

if (import.meta.main)
  main().catch((error: Error) => {
    process.stderr.write(cliErrorText(error))
    process.exit(1)
  })
