import type { TestProject } from 'vitest/node'
import { migrateDb } from '#db/migrate.ts'
import { seedDemo } from '#db/seed.ts'
import { FIXED_DATE } from '#testing/fixedDate.ts'
import { startTestCluster } from '#testing/testCluster.ts'
import { TEST_SECRET } from '#testing/testSecret.ts'

/** One PostgreSQL for the run, with an empty template and one with small demo data. */
export default (project: TestProject) =>
  startTestCluster(project, async (createDatabase) => {
    await migrateDb(await createDatabase('empty'))
    await seedDemo(await createDatabase('demo', 'empty'), {
      now: FIXED_DATE,
      secret: TEST_SECRET,
      seed: 1,
      drivers: 8,
      movements: 600,
    })
  })
