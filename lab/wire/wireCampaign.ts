import { PROCESS_OPTIONS } from '#lab/commonOptions.ts'
import { createFuzzRun } from '#lab/wire/fuzzRun.ts'
import { sendTo } from '#lab/wire/httpFraming.ts'
import { checkAllInvariants } from '#testing/harness/databaseChecks.ts'
import { describeAll } from '#testing/harness/killableProcess.ts'
import { startKillableStack } from '#testing/harness/killableStack.ts'
import { type RunContext, runWithPostgres } from '#testing/harness/runWithPostgres.ts'
import { submitPage } from '#testing/harness/sandboxControl.ts'
import { positiveNumber, readArguments } from '#tools/commands/readArguments.ts'

const OPTIONS = { ...PROCESS_OPTIONS, requests: { type: 'string', default: '20000' } } as const
const MAX_FAILURES = 20
const CONCURRENCY = 12
/** Requests for each driver who loses the account or its password. */
const REQUESTS_PER_DRIVER = 500
const MIN_DRIVERS = 40

/**
 * `npm run lab -- wire --stack processes --requests 1000000`: sends valid, mutated and malformed requests to every call and gateway
 * endpoint, by callers of every role. Reports a 5xx, a crash, an internal detail in an answer, a call that never
 * succeeded, and an invariant that the database left behind violates.
 */
export async function runWire(): Promise<never> {
  const { values } = readArguments(OPTIONS)
  const seed = positiveNumber('seed', values.seed)
  const total = positiveNumber('requests', values.requests)
  const options = { name: 'wire', keep: values.keep, settings: ['fsync=off'] }
  return await runWithPostgres(options, (context) => attack(context, { seed, total }))
}

async function attack(
  context: RunContext,
  { seed, total }: { seed: number; total: number },
): Promise<boolean> {
  const failures: string[] = []
  const accounts = MIN_DRIVERS + Math.ceil(total / REQUESTS_PER_DRIVER)
  const stack = await startKillableStack(context, {
    name: 'wire',
    population: { seed, debtCount: accounts * 5, drivers: accounts },
    // LOG_LEVEL: the stack of each defect.
    serverEnv: { LOG_LEVEL: 'error', GEOPAY_TIMEOUT: '5000', RECONCILE: 'off' },
    onCrash: (program, exit, lastOutput) =>
      failures.push(`${program} terminó (${exit}) ${lastOutput}`),
  })
  const [url] = stack.servers
  const target = {
    ...stack,
    url,
    send: sendTo(url),
    submitPage: async (form: { token: string; card?: string }) =>
      (await submitPage(stack.sandbox, form)).data,
    now: () => new Date(),
    faultStatuses: [],
  }
  const fuzz = await createFuzzRun(target, seed, failures)
  const started = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (sent < total && failures.length < MAX_FAILURES) {
        for (const send of await fuzz.draw(sent++)) await send()
        context.progress(`${sent} pedidos de ${total}`)
      }
    }),
  )
  const checked = await checkAllInvariants(stack.databaseUrl)
  process.stdout.write(`comprobadas: ${checked.map(({ code }) => code).join(' ')}\n`)
  for (const { code, description, rows } of checked)
    if (rows.length > 0) failures.push(`ROTA ${code} ${description} ${JSON.stringify(rows)}`)
  const seconds = (performance.now() - started) / 1000
  for (const leak of fuzz.leaks) failures.push(`ROTA S3 ${JSON.stringify(leak)}`)
  for (const line of fuzz.coverage(sent)) process.stdout.write(`${line}\n`)
  process.stdout.write(`${sent} pedidos en ${seconds.toFixed(0)} s, semilla ${seed}\n`)
  for (const failure of failures) process.stdout.write(`✗ ${failure}\n`)
  if (failures.length > 0) process.stdout.write(`${describeAll()}\n`)
  await stack.close()
  return failures.length === 0
}
