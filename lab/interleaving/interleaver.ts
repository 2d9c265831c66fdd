import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { SeededRandom } from '#db/demo/seededRandom.ts'

/** What happens to a step besides its effect. */
export type Fault = 'lost before' | 'answer lost'

/** A step that waits for its turn: a statement, a request to another program, a timer. */
interface Step {
  task: Task
  name: string
  /** The connection of a statement, whose steps keep their order. */
  client: Client | undefined
  /** Sends it. Resolves when its answer is there, which reaches the task after that. */
  run: (fault: Fault | undefined) => Promise<void>
}

/** One caller: everything that its call causes, in whatever order its steps are released. */
interface Task {
  number: number
  name: string
}

/** Turns of the event loop in which nothing changes, after which every task has sent what it sends next. */
const SETTLED = 3
/** What keeps a process alive and brings a task nothing: its connections, and the timers of its libraries. */
const PASSIVE = new Set([
  'MessagePort',
  'PipeWrap',
  'ProcessWrap',
  'TCPServerWrap',
  'TCPSocketWrap',
  'TTYWrap',
  'Timeout',
])
/** Steps that are kept of a deadlock. */
const DEADLOCK_STEPS = 30
/** Milliseconds between two looks at a statement without an answer. */
const LOOK_MS = 1

/**
 * Runs tasks that share a database and releases their steps one at a time, in an order that a seed decides. The
 * next step is drawn when each task waits for its turn, for a lock of another one, or has ended: the same seed gives
 * the same order on every machine, however fast it is.
 */
export class Interleaver {
  /** How many steps were released. */
  steps = 0
  /** How many faults happened. */
  faults = 0
  /** How many rounds were run. */
  rounds = 0
  /** Of each deadlock that PostgreSQL ended, the last steps of the tasks that waited for each other. */
  readonly deadlocks: { steps: string[] }[] = []
  /** The steps since the last round began, in their order. */
  readonly trace: string[] = []
  /** The share of the steps that meet a fault. */
  faultRate: number
  readonly #random: SeededRandom
  readonly #monitor: Client
  readonly #order = createHash('sha256')
  readonly #current = new AsyncLocalStorage<Task>()
  readonly #tasks = new Set<Task>()
  readonly #waiting: Step[] = []
  /** The steps without an answer: between two releases, the statements that wait for a lock. */
  readonly #under = new Map<Step, Promise<void>>()
  /** The task that used a connection last, by the process of PostgreSQL at its other end. */
  readonly #owners = new Map<number, Task>()
  /** The tasks for whose locks statements wait. */
  #blockers = new Set<Task>()
  #number = 0
  #outside = 0

  /**
   * @param monitor a connection that tells which statements wait for a lock
   * @param faultRate the share of the steps that meet a fault
   */
  constructor(random: SeededRandom, monitor: Client, faultRate: number) {
    this.#random = random
    this.#monitor = monitor
    this.faultRate = faultRate
  }

  /** Runs the tasks of a round. */
  async runRound(tasks: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
    this.rounds += 1
    this.trace.length = 0
    await this.runAll(tasks)
  }

  /** Runs the tasks until each has ended. @returns their results, in their order */
  async runAll<Result>(tasks: Readonly<Record<string, () => Promise<Result>>>): Promise<Result[]> {
    const started = Object.entries(tasks).map(([name, work]) => this.#start(name, work))
    const ended = Promise.allSettled(started)
    await this.#drive()
    await ended
    return await Promise.all(started)
  }

  /** Whether the code that runs belongs to a task. */
  get isInTask(): boolean {
    return this.#current.getStore() !== undefined
  }

  /**
   * Does a part of the running task as a task of its own: of parts that are under way together, the order of their
   * steps is then drawn. Without a task the work is done at once.
   */
  spawn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    return this.isInTask ? this.#start(name, work) : work()
  }

  /** Waits for the turn of the running task, and then does the work of a step. @throws what the work throws */
  async step<Result>(
    name: string,
    work: (fault: Fault | undefined) => Promise<Result>,
  ): Promise<Result> {
    return await new Promise((resolve, reject) => {
      this.enqueue(name, undefined, (fault) => work(fault).then(resolve, reject))
    })
  }

  /** Adds a step of the running task. */
  enqueue(name: string, client: Client | undefined, run: Step['run']): void {
    const task = this.#current.getStore()
    if (!task) throw new Error(`${name} belongs to no task`)
    this.#waiting.push({ task, name, client, run })
  }

  /** Notes that PostgreSQL ended a statement of the running task because of a deadlock. */
  noteDeadlock(): void {
    const tasks = [this.#current.getStore(), ...Array.from(this.#under.keys(), ({ task }) => task)]
    const isOfThem = (line: string) => tasks.some((task) => line.startsWith(`${task?.name}: `))
    this.deadlocks.push({ steps: this.trace.filter(isOfThem).slice(-DEADLOCK_STEPS) })
  }

  /** Waits for what no task brings, as a connection: nothing is released meanwhile. */
  async outside<Result>(result: Promise<Result>): Promise<Result> {
    this.#outside += 1
    try {
      return await result
    } finally {
      this.#outside -= 1
    }
  }

  /** Does what belongs to no task, as the replay of a replica: its statements are no steps. */
  async withoutTask<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this.#current.exit(() => this.outside(work()))
  }

  /** A hash of the order of all steps. */
  orderHash(): string {
    return this.#order.copy().digest('hex').slice(0, 16)
  }

  #start<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const task: Task = { number: this.#number++, name }
    this.#tasks.add(task)
    return this.#current.run(task, work).finally(() => this.#tasks.delete(task))
  }

  async #drive(): Promise<void> {
    for (;;) {
      await this.#settle()
      const ready = this.#ready()
      if (ready.length === 0 && this.#under.size === 0) {
        if (this.#tasks.size === 0) return
        throw new Error(
          `the tasks wait for nothing: ${[...this.#tasks].map(({ name }) => name).join()}`,
        )
      }
      // A deadlock: PostgreSQL ends one of its statements.
      if (ready.length === 0) await Promise.race(this.#under.values())
      else await this.#release(this.#random.oneOf(ready))
    }
  }

  /**
   * Waits until each task waits for its turn, for a lock or for another task, or has ended: until the code of all
   * tasks has run, the thread pool and the file system have nothing to do for one, and no connection is opened.
   */
  async #settle(): Promise<void> {
    let last = ''
    for (let same = 0; same < SETTLED; ) {
      await setImmediate()
      const isBusy =
        this.#outside > 0 || process.getActiveResourcesInfo().some((kind) => !PASSIVE.has(kind))
      const state = `${this.#waiting.length} ${this.#tasks.size}`
      same = !isBusy && state === last ? same + 1 : 0
      last = state
    }
  }

  /**
   * The first step of each connection that has no statement under way, and all other steps, in the order of the tasks.
   * While a statement waits for a lock, only the steps of the task that holds it: which of two statements that wait
   * for one row PostgreSQL lets go first is not decided by their order.
   */
  #ready(): Step[] {
    const taken = new Set<Client>(
      [...this.#under.keys()].flatMap(({ client }) => (client ? [client] : [])),
    )
    const free = this.#waiting
      .filter(({ client }) => {
        if (!client) return true
        const isFree = !taken.has(client)
        taken.add(client)
        return isFree
      })
      .toSorted((a, b) => a.task.number - b.task.number || compare(a.name, b.name))
    const unblocking = free.filter(({ task }) => this.#blockers.has(task))
    return unblocking.length > 0 ? unblocking : free
  }

  async #release(step: Step): Promise<void> {
    this.#waiting.splice(this.#waiting.indexOf(step), 1)
    const fault = this.#random.bool(this.faultRate)
      ? this.#random.oneOf<Fault>(['lost before', 'answer lost'])
      : undefined
    const line = `${step.task.name}: ${step.name} ${fault ?? ''}`
    this.#order.update(`${line}\n`)
    this.trace.push(line)
    this.steps += 1
    if (step.client) this.#owners.set(processOf(step.client), step.task)
    if (fault) this.faults += 1
    const answered = this.#current
      .run(step.task, () => step.run(fault))
      .finally(async () => {
        if (fault && step.client) await this.#endOf(step.client)
        this.#under.delete(step)
      })
    this.#under.set(step, answered)
    await Promise.race([answered, sleep(LOOK_MS)])
    await this.#answersOfUnblocked()
  }

  /** Waits until each statement under way has its answer or waits for a lock. */
  async #answersOfUnblocked(): Promise<void> {
    this.#blockers = new Set()
    while (this.#under.size > 0) {
      const steps = [...this.#under.keys()]
      const blockers = steps.every(({ client }) => client) ? await this.#blockersOf(steps) : null
      if (blockers) {
        this.#blockers = blockers
        return
      }
      await Promise.race([...this.#under.values(), sleep(LOOK_MS)])
    }
  }

  /** Waits until PostgreSQL has noticed that a connection is lost, and has released its locks. */
  async #endOf(client: Client): Promise<void> {
    const pid = processOf(client)
    for (;;) {
      const { rowCount } = await this.#monitor.query({
        name: 'lab_ended',
        text: 'select from pg_stat_activity where pid = $1',
        values: [pid],
      })
      if (rowCount === 0) return
      await sleep(LOOK_MS)
    }
  }

  /** The tasks for whose locks the statements wait; null: one of them waits for none. */
  async #blockersOf(steps: readonly Step[]): Promise<Set<Task> | null> {
    const { rows } = await this.#monitor.query<{ blockers: number[] }>({
      name: 'lab_blocked',
      text: `select pg_blocking_pids(pid) as blockers from unnest($1::int[]) pid`,
      values: [steps.flatMap(({ client }) => (client ? [processOf(client)] : []))],
    })
    if (rows.some(({ blockers }) => blockers.length === 0)) return null
    return new Set(
      rows.flatMap(({ blockers }) => blockers.flatMap((pid) => this.#owners.get(pid) ?? [])),
    )
  }
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b)

/** The process of PostgreSQL at the other end of a connection. */
const processOf = (client: Client): number => (client as unknown as { processID: number }).processID
