import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { APPLICATION_NAME } from '#db/connection.ts'
import { migrateDb } from '#db/migrate.ts'
import { seedDemo } from '#db/seed.ts'
import { startTestCluster } from '#testing/database/testCluster.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { TEST_SECRET } from '#testing/harness/testSecret.ts'
import { recordingSettings, recordStatements } from '#testing/operations/recordedStatements.ts'

/** One PostgreSQL for the run, with an empty template and one with small demo data. */
export default async function setup(project: TestProject) {
  const recording = process.env.RECORD_STATEMENTS === 'on'
  const cluster = await startTestCluster(project, (folder) =>
    recording ? recordingSettings(join(folder, 'log')) : [],
  )
  await migrateDb(await cluster.createDatabase('empty'))
  await seedDemo(await cluster.createDatabase('demo', 'empty'), {
    now: FIXED_DATE,
    secret: TEST_SECRET,
    seed: 1,
    drivers: 8,
    movements: 600,
  })
  return async () => {
    await cluster.stop()
    if (recording) await recordStatements(join(cluster.folder, 'log'), APPLICATION_NAME)
    await cluster.remove()
  }
}
