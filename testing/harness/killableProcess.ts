import { type Launched, launchPostgres, supervise } from '#tools/supervise.ts'

interface KillableOptions<P> {
  /** Name in the report. */
  name: string
  launch: () => P
  /** Its output, of which a report shows the end. */
  output: (current: P) => string
  /** Called when it ends without `kill` or `stop`, with the end of its output. */
  onCrash?: (ended: P, lastOutput: string) => void
}

/** Characters of a program's output in the report. */
const LAST_OUTPUT_LENGTH = 800

/** All running processes, in the order of their start. */
const running = new Set<{ describe(): string; stop(): Promise<void> }>()
let stoppingAll = false

/** Stops all processes, the newest first, and refuses further starts. */
export async function stopAll(): Promise<void> {
  stoppingAll = true
  for (const started of [...running].toReversed()) await started.stop()
}

/** The state of every running process, one paragraph each. */
export const describeAll = () => [...running].map((each) => each.describe()).join('\n')

/** Starts a process that is restarted whenever it ends. @throws when its first start fails */
export async function startKillable<P extends Launched>(options: KillableOptions<P>) {
  if (stoppingAll) throw new Error('la corrida está terminando')
  const lastOutput = (of: P) => options.output(of).slice(-LAST_OUTPUT_LENGTH)
  const failures: string[] = []
  const supervised = supervise(options.launch, {
    name: options.name,
    onEnd: (ended) => options.onCrash?.(ended, lastOutput(ended)),
    onFailure: ({ message }) => failures.push(message),
  })
  const started = {
    ...supervised,
    /** Whether it serves, its failed restarts and the end of its output. */
    describe() {
      const failed =
        failures.length > 0
          ? `; arranques fallidos: ${failures.length}, el último: ${failures.at(-1)}`
          : ''
      const lines = lastOutput(supervised.current()).trim().replaceAll(/^/gm, '    | ')
      return `  ${options.name}: ${supervised.isServing() ? 'sirve' : 'no sirve'}${failed}\n${lines}`
    },
    async stop(): Promise<void> {
      running.delete(started)
      await supervised.stop()
    },
  }
  running.add(started)
  await started.serving()
  return started
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts a PostgreSQL cluster. The servers' own errors show what an unplanned end of it does. */
export async function startCluster(folder: string, settings: string[] = []) {
  const cluster = await startKillable({
    name: 'postgres',
    launch: () => launchPostgres(folder, settings),
    output: ({ logTail }) => logTail(),
  })
  const first = await cluster.current().ready
  return { ...cluster, urlOf: (database: string) => first.urlOf(database) }
}
