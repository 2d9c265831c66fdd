import { parseArgs } from 'node:util'
import { positiveNumber, type RunContext, runOnCluster } from '#testing/harness/runOnCluster.ts'
import { createFuzzRun } from '#tools/fuzz/fuzzRun.ts'
import { startFuzzTarget } from '#tools/fuzz/fuzzTarget.ts'

/**
 * `npm run fuzz -- --requests 1000000 --seed 1`: sends valid, mutated and malformed requests to
 * every call and gateway endpoint, by callers of every role. Exits with 1 on a 5xx, a crash, an
 * internal detail in an answer, or a call that never succeeded.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
})
const total = positiveNumber('requests', values.requests)
const seed = positiveNumber('seed', values.seed)

const MAX_FAILURES = 20
const CONCURRENCY = 12

async function run(context: RunContext): Promise<boolean> {
  const failures: string[] = []
  const { target, close, output } = await startFuzzTarget(context, seed, (what) =>
    failures.push(what),
  )
  const fuzz = await createFuzzRun(target, { seed, connections: CONCURRENCY, failures })
  const started = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (sent < total && failures.length < MAX_FAILURES) {
        await fuzz.send(sent++)
        context.watchdog.progress(`${sent} pedidos de ${total}`)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  fuzz.close(sent)
  for (const line of fuzz.coverage()) process.stdout.write(`${line}\n`)
  process.stdout.write(`${sent} requests in ${seconds.toFixed(0)} s, seed ${seed}\n`)
  for (const failure of failures) process.stdout.write(`✗ ${failure}\n`)
  if (failures.length > 0) process.stdout.write(`${output()}\n`)
  await close()
  return failures.length === 0
}

await runOnCluster({ name: 'fuzz', keep: values.keep, settings: ['fsync=off'] }, run)
