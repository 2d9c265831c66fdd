import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '#testing/browser/chromium.ts'
import { firefox } from '#testing/browser/firefox.ts'
import { runStaticChecks, runStep } from '#tools/commands/runStep.ts'

/** `npm test`: static checks, all tests, fault injection with its mutations, a short load, and the fuzzer. The last line counts passed and failed. */
const browsers = { CHROMIUM: chromium(), FIREFOX: firefox() }
const results = join(tmpdir(), `surtidor-results-${process.pid}.json`)
const steps = await runStaticChecks()
const tests = await runStep(
  'pruebas',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
  {
    echo: true,
    env: browsers,
  },
)
const faults = await runStep('inyección de fallas, 200 intentos', [
  process.execPath,
  'tools/faultInjection/main.ts',
  '--attempts',
  '200',
  '--seed',
  '1',
  '--mutations',
])
const load = await runStep('prueba de carga, 15 s', [
  process.execPath,
  'tools/faultInjection/main.ts',
  '--minutes',
  '0.25',
  '--rate',
  '8',
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
const otherSteps = [...steps, faults, load, fuzz]
const passed = counts.numPassedTests + otherSteps.filter((step) => step.passed).length
// A run that fails outside any test (a set-up, an unhandled rejection) counts as one failure.
const failedOutside = !tests.passed && counts.numFailedTests === 0 ? 1 : 0
const failed =
  counts.numFailedTests + failedOutside + otherSteps.filter((step) => !step.passed).length
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
