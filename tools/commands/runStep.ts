import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** How one step of a check went. */
export interface Step {
  name: string
  passed: boolean
  seconds: number
  /** Everything it printed. */
  output: string
}

/**
 * Runs a program of node_modules/.bin.
 * @param loud also prints what it prints, as it comes
 */
export function runStep(
  name: string,
  args: string[],
  { loud = false, env = {} } = {},
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
      if (loud) process.stdout.write(chunk)
    })
  return new Promise((done) => {
    const end = (passed: boolean) => {
      const seconds = (performance.now() - started) / 1000
      process.stdout.write(`${passed ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s\n`)
      if (!passed && !loud) process.stdout.write(`${output}\n`)
      done({ name, passed, seconds, output })
    }
    child.on('error', () => end(false))
    child.on('exit', (code) => end(code === 0))
  })
}

/** What needs no database: types of both sides, lint, format. Two at a time, for two cores. */
export async function runStaticChecks(): Promise<Step[]> {
  const first = await Promise.all([
    runStep('tipos del servidor', ['tsc', '-p', 'tsconfig.json']),
    runStep('tipos del navegador', ['tsc', '-p', 'tsconfig.browser.json']),
  ])
  const second = await Promise.all([
    runStep('tipos de las historias', ['tsc', '-p', 'tsconfig.tests.json']),
    runStep('lint', ['oxlint', '--type-aware', '--deny-warnings']),
  ])
  const third = await runStep('formato', ['biome', 'ci', '--linter-enabled=false', '.'])
  return [...first, ...second, third]
}
