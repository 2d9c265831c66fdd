import { defineConfig } from 'vitest/config'

const FIREFOX_JOURNEYS = ['e2e/firefox.test.ts']
const JOURNEYS_OF_BOTH_BROWSERS = [
  'e2e/account.test.ts',
  'e2e/claims.test.ts',
  'e2e/redemption.test.ts',
  'e2e/stationPayment.test.ts',
]

/** The longest test takes about a minute; a loaded machine needs many times that. */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 900_000 }

const DATABASE = './testing/harness/globalSetup.ts'
/** The files of a process share the server's modules and a browser. */
const END_TO_END = { ...PATIENCE, globalSetup: [DATABASE], isolate: false }

/** Together they make every call and every action of the console that changes something. */
const REPEATED = [
  'server/docs/exampleAnswers.test.ts',
  'server/operator/messagePicture.test.ts',
  'server/console/**/*.test.ts',
]

/**
 * Six projects: unit and integration tests beside their subject, those of the client programs, end-to-end
 * tests in Chromium, and the journeys in Firefox. In `twice` and `failed` each
 * request that changes something is repeated (P7).
 */
export default defineConfig({
  test: {
    // Three test files at a time for two cores: a file often waits for a browser or the database.
    maxWorkers: 3,
    // The default of 1 s is too short on a loaded machine; only a failing expectation waits as long.
    expect: { poll: { timeout: 240_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...PATIENCE,
          globalSetup: [DATABASE],
          include: [
            '*.test.ts',
            '{contract,server,db,sandbox,tools,lab,bench,testing,deploy,docs}/**/*.test.ts',
          ],
          // These programs keep no state in their modules, which are loaded once for all files.
          isolate: false,
        },
      },
      ...(['twice', 'failed'] as const).map((repeats) => ({
        extends: true as const,
        test: {
          name: repeats,
          ...PATIENCE,
          globalSetup: [DATABASE],
          include: REPEATED,
          // They count what calls make beside their effects, or race different requests, which are repeated in turn.
          exclude: [
            '**/rights.test.ts',
            '**/plans.test.ts',
            '**/auditDetail.test.ts',
            '**/proposalActions.test.ts',
          ],
          isolate: false,
          provide: { repeats },
        },
      })),
      {
        extends: true,
        test: {
          name: 'screens',
          ...PATIENCE,
          include: ['{kit,shared,app,console}/**/*.test.{ts,tsx}'],
          setupFiles: ['./testing/browser/waitTimeout.ts'],
          // A context of its own for each file costs half of the processor time of a process.
          pool: 'vmThreads',
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...END_TO_END,
          include: ['e2e/**/*.test.ts'],
          exclude: FIREFOX_JOURNEYS,
          provide: { browser: 'chromium' },
        },
      },
      {
        extends: true,
        test: {
          name: 'firefox',
          ...END_TO_END,
          include: [...FIREFOX_JOURNEYS, ...JOURNEYS_OF_BOTH_BROWSERS],
          provide: { browser: 'firefox' },
        },
      },
    ],
  },
})
