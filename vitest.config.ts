import { defineConfig } from 'vitest/config'

/** Two projects: unit and integration tests beside their subject, and end-to-end tests in a browser. */
export default defineConfig({
  test: {
    globalSetup: ['./testing/globalSetup.ts'],
    // Two cores: one file's waiting is another's work.
    maxWorkers: 2,
    // Reached only by what never comes; the second that it is otherwise is short for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '*.test.ts',
            '{contract,server,db,kit,app,console,sandbox,tools,bench,testing,docs}/**/*.test.{ts,tsx}',
          ],
          // Never waited for: the longest takes some ten seconds, and a busy machine many times that.
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // Never waited for: a slow machine takes its time over dozens of screens and axe on each.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // One town, one browser: the stories share two cores.
          fileParallelism: false,
          maxConcurrency: 3,
        },
      },
    ],
  },
})
