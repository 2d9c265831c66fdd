import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The result of one step of a check. */
export interface Step {
  name: string
  passed: boolean
  seconds: number
  /** Everything that it printed, on both streams. */
  output: string
}

/**
 * Runs a command found in PATH or node_modules/.bin, and prints one line with its result.
 * @param echo whether its output is printed while it runs; otherwise only when it fails
 */
export function runStep(
  name: string,
  args: string[],
  { echo = false, env = {} } = {},
): Promise<Step> {
  const started = performance.now()
  const child = spawn(args[0] ?? '', args.slice(1), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (echo) process.stdout.write(chunk)
    })
  return new Promise((resolve) => {
    const finish = (passed: boolean) => {
      const seconds = (performance.now() - started) / 1000
      process.stdout.write(`${passed ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s\n`)
      if (!passed && !echo) process.stdout.write(`${output}\n`)
      resolve({ name, passed, seconds, output })
    }
    child.on('error', () => finish(false))
    child.on('exit', (code) => finish(code === 0))
  })
}

/** The checks without a database: types, lint, format. At most two at a time, for two cores. */
export async function runStaticChecks(): Promise<Step[]> {
  const first = await Promise.all([
    runStep('tipos del servidor', ['tsc', '-p', 'tsconfig.json']),
    runStep('tipos del navegador', ['tsc', '-p', 'tsconfig.browser.json']),
  ])
  const second = await Promise.all([
    runStep('tipos de las pruebas de navegador', ['tsc', '-p', 'tsconfig.tests.json']),
    runStep('lint', ['oxlint', '--type-aware', '--deny-warnings']),
  ])
  const third = await Promise.all([
    runStep('tipos del service worker', ['tsc', '-p', 'tsconfig.worker.json']),
    runStep('formato', ['biome', 'ci', '--linter-enabled=false', '.']),
  ])
  return [...first, ...second, ...third]
}
