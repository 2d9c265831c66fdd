import { defineConfig } from 'vitest/config'

/** The journeys in Firefox, which the project of Chromium leaves out. */
const FIREFOX_JOURNEYS = ['e2e/firefox.test.ts']

/** The longest test takes about ten seconds; a loaded machine needs many times that. */
const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000 }

/**
 * Four projects: unit and integration tests beside their subject, those of the client programs, end-to-end
 * tests in Chromium, and the journeys in Firefox.
 */
export default defineConfig({
  test: {
    // Two test files at a time, for two cores.
    maxWorkers: 2,
    // The default of 1 s is too short on a loaded machine; only a failing expectation waits as long.
    expect: { poll: { timeout: 240_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...PATIENCE,
          globalSetup: ['./testing/harness/globalSetup.ts'],
          include: [
            '*.test.ts',
            '{contract,server,db,sandbox,tools,bench,testing,deploy,docs}/**/*.test.ts',
          ],
          // These programs keep no state in their modules, which are loaded once for all files.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          ...PATIENCE,
          include: ['{kit,shared,app,console}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          globalSetup: ['./e2e/globalSetup.ts'],
          include: ['e2e/**/*.test.ts'],
          exclude: FIREFOX_JOURNEYS,
          provide: { browser: 'chromium' },
          // A test may run axe on dozens of screens, which takes minutes on a busy machine.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          // Two files, each with a stack and a browser, are enough for two cores.
          maxConcurrency: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'firefox',
          globalSetup: ['./e2e/globalSetup.ts'],
          include: FIREFOX_JOURNEYS,
          provide: { browser: 'firefox' },
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
})
