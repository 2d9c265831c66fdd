import { step, still } from '#tools/step.ts'

/** `npm run check`: the quick loop. Types, lint, the house's rules, and the tests that need no server. */
const quick = [
  'house.test.ts',
  'contract',
  'kit',
  'app',
  'console',
  'db/ledger',
  'sandbox/signature',
  'sandbox/cards',
]
const steps = [
  ...(await still()),
  await step('casa y unidades', [
    'vitest',
    'run',
    '--project',
    'rooms',
    '--reporter=dot',
    ...quick,
  ]),
]
process.exit(steps.every(({ passed }) => passed) ? 0 : 1)
