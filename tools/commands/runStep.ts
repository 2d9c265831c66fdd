import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pLimit from 'p-limit'

/** Lines of a failed step's output that the end of the run repeats. */
const REPEATED_LINES = 60
/** The steps that failed, in the order in which they ended, with the end of the output that was not echoed. */
export const failedSteps: { name: string; outputEnd: string }[] = []
const root = join(import.meta.dirname, '../..')

/**
 * Runs a command found in PATH or node_modules/.bin, and prints one line with its result.
 * @param echo whether its output is printed while it runs; otherwise only when it fails
 * @returns whether it passed
 */
export function runStep(
  name: string,
  args: string[],
  { echo = false, env = {} } = {},
): Promise<boolean> {
  const started = performance.now()
  const child = spawn(args[0] ?? '', args.slice(1), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', echo ? 'inherit' : 'pipe', echo ? 'inherit' : 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return new Promise((resolve) => {
    const finish = (passed: boolean) => {
      const seconds = (performance.now() - started) / 1000
      process.stdout.write(`${passed ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s\n`)
      const outputEnd = output.split('\n').slice(-REPEATED_LINES).join('\n')
      if (!passed) failedSteps.push({ name, outputEnd })
      if (!passed && output) process.stdout.write(`${output}\n`)
      resolve(passed)
    }
    child.on('error', () => finish(false))
    child.on('exit', (code) => finish(code === 0))
  })
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
