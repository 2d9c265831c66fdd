import { runStaticChecks, runStep } from '#tools/commands/runStep.ts'

/** `npm run check`: types, lint, format, the architecture's rules, and tests that need no server. */
const testPaths = [
  'architecture.test.ts',
  'architecture.names.test.ts',
  'contract',
  'kit',
  'shared',
  'app',
  'console',
  'db/loyalty/pointsLedger',
  'sandbox/signature',
  'sandbox/cards',
]
const steps = [
  ...(await runStaticChecks()),
  await runStep('arquitectura y unidades', [
    'vitest',
    'run',
    '--project',
    'unit',
    '--reporter=dot',
    ...testPaths,
  ]),
]
process.exit(steps.every(({ passed }) => passed) ? 0 : 1)
