import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import stryker from '@stryker-mutator/core/package.json' with { type: 'json' }
import { atLeast, known, type ReportRow, seconds, writeReport } from '#bench/report.ts'
import { runCommand } from '#tools/commands/runCommand.ts'
import { MODULES } from '#tools/mutation/modules.ts'

const MIN_SCORE = 0.9
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Mutates the modules. `dist` is the folder that git, lint, format and types leave out. */
const run = (files: readonly string[]) =>
  new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: true },
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'schemaFields.ts')],
    ignorers: ['schemaFields'],
    ignorePatterns: ['android', 'coverage', 'dist', 'ios', '.data'],
    tempDirName: 'dist/mutation',
    // Vitest removes the types. Stryker would read the settings by the JavaScript API of TypeScript, which 7 lacks.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    coverageAnalysis: 'perTest',
    concurrency: 2,
    reporters: ['clear-text'],
    clearTextReporter: { reportTests: false, reportScoreTable: false, allowColor: false },
    allowConsoleColors: false,
    allowEmpty: false,
  }).runMutationTest()

type Result = Awaited<ReturnType<typeof run>>[number]

/** How many mutants have each status, and the share of the ones that a test found. */
function countsOf(results: readonly Result[]) {
  const count = (...statuses: Result['status'][]) =>
    results.filter(({ status }) => statuses.includes(status)).length
  const [killed, timeouts, survived] = [
    count('Killed'),
    count('Timeout'),
    count('Survived', 'NoCoverage'),
  ]
  const score = (killed + timeouts) / (killed + timeouts + survived)
  const text = `${killed} killed, ${survived} survived, ${timeouts} timed out, ${count('Ignored')} left out`
  return { score, text }
}

/** `npm run mutate -- file…`: mutates all modules and records the figures, or only the named ones. */
async function main(): Promise<number> {
  const named = process.argv.slice(2)
  const started = performance.now()
  const results = await run(named.length > 0 ? named : Object.values(MODULES).flat())
  const { score, text } = countsOf(results)
  process.stdout.write(`\n${percent(score)}: ${text}\n`)
  if (named.length > 0) return score < MIN_SCORE ? 1 : 0
  const rows = Object.entries(MODULES).flatMap(([group, files]): ReportRow[] =>
    files.map((file) => {
      const of = countsOf(results.filter(({ fileName }) => fileName.endsWith(`/${file}`)))
      return known(`${group}: \`${file}\``, `${percent(of.score)}: ${of.text}`)
    }),
  )
  await writeReport({
    name: 'mutation',
    title: 'Mutation: pure modules of money, points, dates and rights',
    lines: [
      atLeast('mutants that a test finds', MIN_SCORE, score, percent),
      known('all modules', text),
      known('time taken', seconds((performance.now() - started) / 1000)),
      ...rows,
    ],
    how: [
      `Stryker ${stryker.version} with its Vitest runner; each mutant runs the tests that reach it, two at a time, without a database.`,
      'Found is killed or timed out. Left out are fields of schemas, and mutants that change nothing: the source says why at each.',
      'The modules, and what is not among them and why: `tools/mutation/modules.ts`.',
    ],
  })
  return score < MIN_SCORE ? 1 : 0
}

runCommand(main)
