import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assertSeparateRole } from '#db/appRole.ts'
import { connectForCli } from '#db/cliConnection.ts'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { type DatabaseReport, readDatabaseReport } from '#db/databaseReport.ts'
import { DEMO_DATA_FOUND, hasDemoData } from '#db/demo/demoDataCheck.ts'
import type { Config } from '#server/config.ts'
import { type Finding, fine, odd, refused } from '#tools/doctor/finding.ts'
import { compareClocks } from '#tools/doctor/machineChecks.ts'

/**
 * The database of the settings. The embedded one is started for the check where it does not run, as
 * by the other commands, and is not created.
 */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    return [fine(`todavía no hay base en ${dataDir}: el arranque la crea`)]
  const failed = (error: unknown) => [
    refused(`la base no contesta: ${cliErrorMessage(error)}; revisá DATABASE_URL o DATA_DIR`),
  ]
  try {
    const given = config.ownerUrl ?? databaseUrl
    const database = await connectForCli({ ...(given ? { databaseUrl: given } : {}), dataDir })
    try {
      const report = await readDatabaseReport(database.url)
      const demo = config.production && (await hasDemoData(database.url))
      return [
        ...(demo ? [refused(DEMO_DATA_FOUND)] : []),
        ...(databaseUrl ? await checkLogin(databaseUrl, config.production) : []),
        ...judge(report),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    return failed(error)
  }
}

/** The login of the servers, which in production must not be the owner. */
async function checkLogin(databaseUrl: string, production: boolean): Promise<Finding[]> {
  try {
    await assertSeparateRole(databaseUrl)
    return [fine('el usuario de DATABASE_URL es uno aparte del dueño')]
  } catch (error) {
    return [(production ? refused : odd)(cliErrorMessage(error))]
  }
}

function judge(report: DatabaseReport): Finding[] {
  const off = Object.entries(report.settings).filter(([, value]) => value === 'off')
  return [
    ...off.map(([name]) =>
      odd(`${name} está en off: un corte de luz puede perder datos; ponelo en on en PostgreSQL`),
    ),
    ...compareClocks(Date.now(), report.now, 'el de la base'),
    migrationsFinding(report),
  ]
}

function migrationsFinding({ pendingMigrations: pending }: DatabaseReport): Finding {
  if (pending === null) return fine('la base está vacía: el arranque crea sus tablas')
  return pending === 0
    ? fine('las migraciones están al día')
    : odd(`faltan migraciones (${pending}): el próximo arranque las aplica; antes hacé una copia`)
}
