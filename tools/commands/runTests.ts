import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, firefox } from '#testing/browser/installedBrowser.ts'
import { nginx, openssl, python } from '#testing/programs/installedProgram.ts'
import { failedSteps, runStaticChecks, runStep } from '#tools/commands/runStep.ts'

/** Bytes. The temporary files of a run take 0.5 GB. */
const REQUIRED_MEMORY = 4 * 2 ** 30

/**
 * `npm test`: static checks and all tests; beside them campaigns of the laboratory on
 * processes, which mostly wait. The last line counts passed and failed.
 */
await keepTemporaryFilesInMemory()
const installed = {
  CHROMIUM: chromium(),
  FIREFOX: firefox(),
  NGINX: nginx(),
  OPENSSL: openssl(),
  PYTHON: python(),
}
const results = join(tmpdir(), `surtidor-results-${process.pid}.json`)
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
const run = (name: string, program: string, ...args: string[]) =>
  runStep(name, [process.execPath, program, ...args])

async function runLongRuns(): Promise<boolean[]> {
  const onProcesses = ['--stack', 'processes']
  const small = ['--stations', '4', '--minutes', '0.1']
  const lab = (name: string, ...args: string[]) => run(name, 'lab/main.ts', ...args)
  return [
    await lab('pagos bajo fallas', 'payments', ...onProcesses, '--attempts', '200', '--mutations'),
    await lab('prueba de carga, 15 s', 'soak', '--minutes', '0.25', '--rate', '8'),
    await lab('red de 4 estaciones bajo fallas', 'tills', ...onProcesses, ...small),
    await lab('la máquina de la primaria, perdida', 'cluster', '--fault', 'primary-lost'),
    await lab('20.000 pedidos hostiles', 'wire'),
  ]
}

async function runVitest(): Promise<{ checks: boolean[]; tests: boolean }> {
  const checks = await runStaticChecks()
  const options = { echo: true, env: installed }
  return { checks, tests: await runStep('pruebas', ['vitest', 'run', ...reporters], options) }
}

/**
 * Sets the temporary folder of all programs to one in memory, removed at the end, where the machine has
 * enough of it: copying databases and browser profiles on a disk took a third of the processor time.
 */
async function keepTemporaryFilesInMemory(): Promise<void> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bavail * bsize < REQUIRED_MEMORY) return
  const folder = await mkdtemp(join(memory, 'surtidor-'))
  // Started as root, PostgreSQL runs as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  process.env.TMPDIR = folder
  // Some hundred programs are started, which load the same modules.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(1))
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
// A log that keeps only its end still says what failed.
for (const { name, outputEnd } of failedSteps) process.stdout.write(`✗ ${name}\n${outputEnd}\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
