import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { TESTS } from '#tools/mutation/modules.ts'

/** The tests that Stryker runs for each mutant, in the copy of the repository that it makes. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: { include: TESTS },
})
