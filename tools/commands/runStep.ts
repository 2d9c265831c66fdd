import pLimit from 'p-limit'
import { startProgram } from '#tools/startProcess.ts'

/** Lines of a failed step's output that the end of the run repeats. */
const REPEATED_LINES = 60
/** The steps that failed, in the order in which they ended, with the end of the output that was not echoed. */
export const failedSteps: { name: string; outputEnd: string }[] = []

/**
 * Runs a command found in PATH or node_modules/.bin, and prints one line with its result.
 * @param echo whether its output is printed while it runs; otherwise only when it fails
 * @returns whether it passed
 */
export async function runStep(
  name: string,
  args: string[],
  { echo = false, env = {} } = {},
): Promise<boolean> {
  const started = performance.now()
  const streams = echo ? ({ stdout: 'inherit', stderr: 'inherit' } as const) : {}
  const step = startProgram(name, args, { ...streams, env: { ...process.env, ...env } })
  const passed = (await step.ended) === 0
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(`${passed ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s\n`)
  const output = step.output()
  const outputEnd = output.split('\n').slice(-REPEATED_LINES).join('\n')
  if (!passed) failedSteps.push({ name, outputEnd })
  if (!passed && output) process.stdout.write(`${output}\n`)
  return passed
}

/** The checks without a database: types, lint, format. */
const STATIC_CHECKS: [name: string, ...args: string[]][] = [
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['tipos de las pruebas de navegador', 'tsc', '-p', 'tsconfig.tests.json'],
  ['tipos del servidor', 'tsc', '-p', 'tsconfig.json'],
  ['tipos del navegador', 'tsc', '-p', 'tsconfig.browser.json'],
  ['formato', 'biome', 'ci', '--linter-enabled=false', '.'],
  ['tipos del service worker', 'tsc', '-p', 'tsconfig.worker.json'],
]

/**
 * Runs them two at a time, for two cores.
 * @returns whether each passed
 */
export function runStaticChecks(): Promise<boolean[]> {
  const limit = pLimit(2)
  return Promise.all(STATIC_CHECKS.map(([name, ...args]) => limit(() => runStep(name, args))))
}
