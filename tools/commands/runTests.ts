import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, firefox } from '#testing/browser/installedBrowser.ts'
import { runStaticChecks, runStep } from '#tools/commands/runStep.ts'

/**
 * `npm test`: static checks and all tests; beside them fault injection with its mutations, a short load
 * and the fuzzer, which mostly wait. The last line counts passed and failed.
 */
const browsers = { CHROMIUM: chromium(), FIREFOX: firefox() }
const results = join(tmpdir(), `surtidor-results-${process.pid}.json`)
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
const run = (name: string, program: string, ...args: string[]) =>
  runStep(name, [process.execPath, program, ...args])

async function runLongRuns(): Promise<boolean[]> {
  const faults = ['--attempts', '200', '--seed', '1', '--mutations']
  const load = ['--minutes', '0.25', '--rate', '8']
  return [
    await run('inyección de fallas, 200 intentos', 'tools/faultInjection/main.ts', ...faults),
    await run('prueba de carga, 15 s', 'tools/faultInjection/main.ts', ...load),
    await run('fuzz, 50.000 pedidos', 'tools/fuzz/main.ts', '--requests', '50000'),
  ]
}

async function runVitest(): Promise<{ checks: boolean[]; tests: boolean }> {
  const checks = await runStaticChecks()
  const options = { echo: true, env: browsers }
  return { checks, tests: await runStep('pruebas', ['vitest', 'run', ...reporters], options) }
}

const [longRuns, { checks, tests }] = await Promise.all([runLongRuns(), runVitest()])

interface Counts {
  numPassedTests: number
  numFailedTests: number
}
const counts = await readFile(results, 'utf8').then(
  (text) => JSON.parse(text) as Counts,
  () => ({ numPassedTests: 0, numFailedTests: 1 }),
)
await rm(results, { force: true })
const otherSteps = [...checks, ...longRuns]
const passed = counts.numPassedTests + otherSteps.filter(Boolean).length
// A run that fails outside any test (a set-up, an unhandled rejection) counts as one failure.
const failedOutside = !tests && counts.numFailedTests === 0 ? 1 : 0
const failed = counts.numFailedTests + failedOutside + otherSteps.filter((passed) => !passed).length
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
