import type { TestProject } from 'vitest/node'
import { migrateDb } from '#db/migrate.ts'
import { seedDemo } from '#db/seed.ts'
import { startTestCluster } from '#testing/database/testCluster.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { TEST_SECRET } from '#testing/harness/testSecret.ts'

/** One PostgreSQL for the run, with an empty template and one with small demo data. */
export default async function setup(project: TestProject) {
  const cluster = await startTestCluster(project)
  await migrateDb(await cluster.createDatabase('empty'))
  await seedDemo(await cluster.createDatabase('demo', 'empty'), {
    now: FIXED_DATE,
    secret: TEST_SECRET,
    seed: 1,
    drivers: 8,
    movements: 600,
  })
  return () => cluster.stop()
}
