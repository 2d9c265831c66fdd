import { runStep, runStaticChecks } from '#tools/commands/runStep.ts'

/** `npm run check`: the quick loop. Types, lint, the house's rules, and the tests that need no server. */
const quick = [
  'architecture.test.ts',
  'contract',
  'kit',
  'app',
  'console',
  'db/loyalty/pointsLedger',
  'sandbox/signature',
  'sandbox/cards',
]
const steps = [
  ...(await runStaticChecks()),
  await runStep('casa y unidades', [
    'vitest',
    'run',
    '--project',
    'unit',
    '--reporter=dot',
    ...quick,
  ]),
]
process.exit(steps.every(({ passed }) => passed) ? 0 : 1)
