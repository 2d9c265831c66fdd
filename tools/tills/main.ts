import pLimit from 'p-limit'
import { type RunContext, runWithPostgres } from '#testing/harness/runWithPostgres.ts'
import { chosenMutations, positiveNumber, readArguments } from '#tools/commands/readArguments.ts'
import { runCommand } from '#tools/commands/runCommand.ts'
import { countAll } from '#tools/faultInjection/counts.ts'
import { TILL_MUTATIONS, type TillMutation } from '#tools/tills/mutations.ts'
import { runTills, type TillsResult } from '#tools/tills/runTills.ts'

/**
 * `npm run tills -- --stations 88 --minutes 10 --seed 1`: the tills of a network report sales, voids,
 * returns and shifts over bad networks while members spend, and servers and PostgreSQL are killed. What
 * the tills sent is compared with the database. `--mutations` then repeats a short run for each removed defence, which the
 * checker has to report; `--mutations void-twice` runs that one alone.
 *
 * `--keep` leaves the folder with the log of each program. Exits with 0 when every invariant held and
 * every mutation was caught.
 */
const USAGE = {
  stations: { type: 'string', default: '88' },
  minutes: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
  mutations: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
} as const
/** Small enough for seconds, and large enough for each behaviour. */
const MUTATED = { stations: 4, minutes: 0.05 }
const MUTATIONS_AT_A_TIME = 3
const MAX_ROWS = 8

const print = (text: string) => process.stdout.write(`${text}\n`)
const violatedIn = (results: TillsResult['compared']) =>
  results.filter(({ rows }) => rows.length > 0).map(({ code }) => code)

/** The figures of a run, the invariants that held, and the rows that violate the others. */
function report(result: TillsResult): string {
  const { plans, reports, state, faults, networkFaults, seconds } = result
  const results = [...result.compared, ...result.invariants]
  const violated = results.filter(({ rows }) => rows.length > 0)
  const held = new Set(results.map(({ code }) => code))
  for (const { code } of violated) held.delete(code)
  const rows = (code: string) => results.find((one) => one.code === code)?.rows.length ?? 0
  const sold = state.events.filter(({ kind }) => kind === 'sale').length
  return [
    `  duración   ${seconds.toFixed(1)} s, ${plans.length} cajas, ${sold} ventas`,
    `  en la base ${countAll(state.events.map(({ kind }) => kind)).summary()}`,
    `  canjes     ${countAll(state.spent.map(({ event }) => event)).summary()}`,
    `  turnos     ${countAll(state.shifts.map((shift) => shift.state)).summary()}`,
    `  a propósito ${countAll(plans.flatMap(({ behaviours }) => behaviours)).summary()}`,
    `  fallas     ${countAll(faults).summary()}`,
    `  red        ${networkFaults.map((counts) => counts.summary()).join('; ')}`,
    `  cajas      ${reports.counts.summary()}`,
    `  resultado  ${rows('T2')} perdidas, ${rows('T1')} dobles o distintas, ${rows('L4')} saldos debajo de 0`,
    `  bien       ${[...held].join(' ')}`,
    ...violated.map(({ code, description }) => `  ROTA ${code}  ${description}`),
    ...violated
      .flatMap((one) => one.rows.slice(0, MAX_ROWS))
      .map((row) => `    ${JSON.stringify(row)}`),
    '',
  ].join('\n')
}

async function isCaught(mutation: TillMutation, seed: number, run: RunContext): Promise<boolean> {
  const { name, description, expects } = mutation
  const result = await runTills({ ...MUTATED, seed, mutation }, run)
  const violated = violatedIn(result.compared)
  const caught = violated.includes(expects)
  print(
    `${caught ? '✓' : '✗'} ${name} (${description}): invariantes rotas ${violated.join(', ') || 'ninguna'}; se esperaba ${expects}`,
  )
  if (!caught) print(report(result))
  return caught
}

function readMode() {
  const { values, positionals } = readArguments(USAGE)
  const [name] = positionals
  const mutations = chosenMutations(TILL_MUTATIONS, values.mutations, name)
  const size = {
    stations: positiveNumber('stations', values.stations),
    minutes: positiveNumber('minutes', values.minutes),
    seed: positiveNumber('seed', values.seed),
  }
  const run = async (context: RunContext) => {
    let passed = true
    if (name === undefined) {
      print(`Red de cajas: ${size.stations} estaciones, ${size.minutes} min, semilla ${size.seed}`)
      const result = await runTills(size, context)
      passed = violatedIn([...result.compared, ...result.invariants]).length === 0
      print(`${report(result)}${passed ? 'VERDE' : 'ROJA'}`)
    }
    const caught = await pLimit(MUTATIONS_AT_A_TIME).map(mutations, (mutation) =>
      isCaught(mutation, size.seed, context),
    )
    return passed && caught.every(Boolean)
  }
  return { keep: values.keep, run }
}

runCommand(async () => {
  const { keep, run } = readMode()
  return await runWithPostgres({ name: 'tills', keep }, run)
})
