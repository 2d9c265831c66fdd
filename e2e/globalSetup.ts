import type { TestProject } from 'vitest/node'
import { migrateDb } from '#db/migrate.ts'
import { seedDemo } from '#db/seed.ts'
import { startTestCluster } from '#testing/database/testCluster.ts'
import { TEST_SECRET } from '#testing/harness/testSecret.ts'

/** One PostgreSQL for the run, with a template that has the demo data of `npm start`. */
export default async function setup(project: TestProject) {
  const cluster = await startTestCluster(project)
  const url = await cluster.createDatabase('stack')
  await migrateDb(url)
  await seedDemo(url, { now: new Date(), secret: TEST_SECRET, seed: 1 })
  return () => cluster.stop()
}
