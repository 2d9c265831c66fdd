import { createRandom } from '#db/demo/seededRandom.ts'
import type { ClusterFault } from '#lab/cluster/clusterFault.ts'
import { MACHINE_FAULTS } from '#lab/cluster/machineFaults.ts'
import { PROGRAM_FAULTS } from '#lab/cluster/programFaults.ts'
import { type FaultRow, runClusterFaults } from '#lab/cluster/runClusterFaults.ts'
import { PROCESS_OPTIONS } from '#lab/commonOptions.ts'
import { type FolderContext, runInFolder } from '#testing/harness/runWithPostgres.ts'
import { positiveNumber, readArguments } from '#tools/commands/readArguments.ts'

const FAULTS: readonly ClusterFault[] = [...PROGRAM_FAULTS, ...MACHINE_FAULTS]

/** Rows shown of each violated invariant. */
const MAX_ROWS = 5
/** With their load and their checks; a run of some minutes draws as many faults as fit. */
const SECONDS_PER_FAULT = 75

const print = (text: string) => process.stdout.write(`${text}\n`)

const OPTIONS = {
  ...PROCESS_OPTIONS,
  fault: { type: 'string', default: FAULTS.map(({ name }) => name).join() },
  minutes: { type: 'string' },
} as const

/** @throws one line that names what is wrong */
function readFaults() {
  const { fault: names, minutes, ...values } = readArguments(OPTIONS).values
  const seed = positiveNumber('seed', values.seed)
  const chosen = names.split(',').map((name) => {
    const found = FAULTS.find((each) => each.name === name)
    if (found) return found
    throw new Error(`--fault admite ${OPTIONS.fault.default}, no «${name}».`)
  })
  const random = createRandom(seed, 'cluster faults')
  const count = minutes && Math.ceil((positiveNumber('minutes', minutes) * 60) / SECONDS_PER_FAULT)
  const faults = count ? Array.from({ length: count }, () => random.oneOf(chosen)) : chosen
  return { faults, seed, keep: values.keep }
}

function textOf({ fault, violations, ...row }: FaultRow): string {
  const { withoutWrites, withoutReads, refused, unanswered, late } = row
  const figures = [
    `${withoutWrites.toFixed(1)} s`.padStart(14),
    `${withoutReads.toFixed(1)} s`.padStart(10),
    String(refused).padStart(5),
    String(unanswered).padStart(15),
    String(late).padStart(7),
  ]
  return [
    `${figures.join('')}  ${violations.length === 0 ? 'bien' : 'MAL '}  ${fault.name}: ${fault.title}`,
    ...violations.flatMap(({ code, rows }) => [
      `    ROTA ${code}, ${rows.length} filas`,
      ...rows.slice(0, MAX_ROWS).map((each) => `      ${JSON.stringify(each)}`),
    ]),
  ].join('\n')
}

async function runAll(
  { faults, seed }: ReturnType<typeof readFaults>,
  run: FolderContext,
): Promise<boolean> {
  print(`Fallas del cluster: ${faults.length}, semilla ${seed}`)
  print('  sin escribir  sin leer  503  sin respuesta  tarde')
  let isGreen = true
  const onRow = (row: FaultRow) => {
    print(textOf(row))
    isGreen &&= row.violations.length === 0
  }
  const wrongMails = await runClusterFaults({ faults, seed }, run, onRow)
  for (const row of wrongMails) print(`  ROTA correos  ${JSON.stringify(row)}`)
  return isGreen && wrongMails.length === 0
}

/**
 * `npm run lab -- cluster`: a cluster of three machines with load, and its faults one after another;
 * `--fault primary-lost,switchover` injects those alone, `--minutes 30` draws them at random for so long. Reports what
 * was acknowledged and is lost or doubled, and calls without an answer.
 */
export async function runCluster(): Promise<never> {
  const chosen = readFaults()
  return await runInFolder({ name: 'cluster', keep: chosen.keep }, (run) => runAll(chosen, run))
}
