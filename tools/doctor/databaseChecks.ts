import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assertSeparateRole } from '#db/appRole.ts'
import { connectForCli } from '#db/cliConnection.ts'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { type DatabaseReport, readDatabaseReport } from '#db/databaseReport.ts'
import { DEMO_DATA_FOUND, hasDemoData } from '#db/demo/demoDataCheck.ts'
import { settingsOff } from '#db/durability.ts'
import type { Config } from '#server/config.ts'
import { type Finding, good, odd, refused } from '#tools/doctor/finding.ts'
import { compareClocks } from '#tools/doctor/machineChecks.ts'

/**
 * The database of the settings. The embedded one is started for the check where it does not run, as
 * by the other commands, and is not created.
 */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, dataDir, production, ownerUrl = databaseUrl } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    return [good(`todavía no hay base en ${dataDir}: el arranque la crea`)]
  try {
    const database = await connectForCli({ dataDir, ...(ownerUrl && { databaseUrl: ownerUrl }) })
    try {
      const report = await readDatabaseReport(database.url)
      const isDemo = production && (await hasDemoData(database.url))
      return [
        ...(isDemo ? [refused(DEMO_DATA_FOUND)] : []),
        ...(databaseUrl ? [await checkLogin(databaseUrl, production)] : []),
        ...(await checkDurability(databaseUrl ?? database.url, production)),
        ...judge(report),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    return [
      refused(`la base no contesta: ${cliErrorMessage(error)}; revisá DATABASE_URL o DATA_DIR`),
    ]
  }
}

/** The login of the servers, which in production must not be the owner. */
async function checkLogin(databaseUrl: string, production: boolean): Promise<Finding> {
  try {
    await assertSeparateRole(databaseUrl)
    return good('el usuario de DATABASE_URL es uno aparte del dueño')
  } catch (error) {
    return (production ? refused : odd)(cliErrorMessage(error))
  }
}

/** The start in production refuses commits that do not wait for the disk. */
const checkDurability = async (url: string, production: boolean): Promise<Finding[]> =>
  (await settingsOff(url)).map(({ name, fault }) =>
    (production && name === 'synchronous_commit' ? refused : odd)(fault),
  )

function judge({ now, pendingMigrations: pending }: DatabaseReport): Finding[] {
  const migrations =
    pending === null
      ? good('la base está vacía: el arranque crea sus tablas')
      : pending === 0
        ? good('las migraciones están al día')
        : odd(
            `faltan migraciones (${pending}): el próximo arranque las aplica; antes hacé una copia`,
          )
  return [compareClocks(Date.now(), now, 'el de la base'), migrations]
}
