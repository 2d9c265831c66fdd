import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '#testing/chromium.ts'
import { runStep, runStaticChecks } from '#tools/commands/runStep.ts'

/** `npm test`: everything, on real parts. Ends with one line that counts. */
const browser = chromium()
const results = join(tmpdir(), `surtidor-results-${process.pid}.json`)
const steps = await runStaticChecks()
const tests = await runStep(
  'pruebas',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
  {
    loud: true,
    env: { CHROMIUM: browser },
  },
)
const campaign = await runStep('campaña corta', [
  process.execPath,
  'tools/faultInjection/main.ts',
  '--attempts',
  '200',
  '--seed',
  '1',
  '--sabotage',
])
const fuzz = await runStep('fuzz, 50.000 pedidos', [
  process.execPath,
  'tools/fuzz/main.ts',
  '--requests',
  '50000',
])

interface Counts {
  numPassedTests: number
  numFailedTests: number
}
const counts = await readFile(results, 'utf8').then(
  (text) => JSON.parse(text) as Counts,
  () => ({ numPassedTests: 0, numFailedTests: 1 }),
)
await rm(results, { force: true })
const whole = [...steps, campaign, fuzz]
const passed = counts.numPassedTests + whole.filter((one) => one.passed).length
// A run that breaks outside any test (a set-up, an unhandled rejection) counts as a failure too.
const outside = !tests.passed && counts.numFailedTests === 0 ? 1 : 0
const failed = counts.numFailedTests + outside + whole.filter((one) => !one.passed).length
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
