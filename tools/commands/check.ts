import { runStaticChecks, runStep } from '#tools/commands/runStep.ts'

/** Tests that need no server and draw no screen; `npm test` runs the others. */
const QUICK_TESTS = [
  'architecture.test.ts',
  'architecture.names.test.ts',
  'contract/',
  'kit/',
  'shared/',
  'app/',
  'console/',
  'db/loyalty/pointsLedger',
  'sandbox/signature',
  'sandbox/cards',
]

/** `npm run check`: types, lint, format, the architecture's rules, and quick tests. */
const steps = [
  ...(await runStaticChecks()),
  await runStep('arquitectura y unidades', [
    'vitest',
    'run',
    '--project=unit',
    '--project=screens',
    '--reporter=dot',
    '--exclude=**/*.test.tsx',
    ...QUICK_TESTS,
  ]),
]
process.exit(steps.every(Boolean) ? 0 : 1)
