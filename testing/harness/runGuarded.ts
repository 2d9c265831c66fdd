import { DeadlineExceeded, withDeadline } from '#testing/harness/deadline.ts'

/** The run was ended from outside of its own work. */
class RunAborted extends Error {}

/** Ends a run that makes no progress. */
export interface Watchdog {
  /** The run made progress; the reason of an aborted run names the last one. */
  progress: (step: string) => void
  /** Remembers an event, such as an injected fault, for the reason of an aborted run. */
  note: (event: string) => void
  /** Ends the run: it cannot go on. */
  abort: (reason: Error) => void
}

export interface GuardOptions {
  /** Milliseconds without progress after which the run is ended. */
  silenceMs: number
  /** Milliseconds for which the clean-up is awaited. */
  cleanUpMs: number
  /** The state of the run's processes. */
  describeState: () => string
  cleanUp: () => Promise<void>
  print: (text: string) => void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
const UNCAUGHT = ['uncaughtException', 'unhandledRejection'] as const
/** How many of the last events a reason lists. */
const MAX_NOTES = 4

/**
 * Runs `work` to its end: its own result, or a printed reason when it fails, is aborted, gets a
 * signal or makes no progress.
 * @returns whether `work` ended in true
 */
export async function runGuarded(
  work: (watchdog: Watchdog) => Promise<boolean>,
  options: GuardOptions,
): Promise<boolean> {
  const { silenceMs, cleanUpMs, describeState, cleanUp, print } = options
  const notes: string[] = []
  let lastStep = 'el comienzo'
  let timer: NodeJS.Timeout | undefined
  let abort: (reason: Error) => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = reject
  })
  aborted.catch(() => {})
  const watchdog: Watchdog = {
    progress(step) {
      lastStep = step
      clearTimeout(timer)
      timer = setTimeout(() => {
        const seconds = Math.round(silenceMs / 1000)
        abort(new RunAborted(`la corrida no avanza desde hace ${seconds} s`))
      }, silenceMs)
    },
    note(event) {
      notes.push(event)
      if (notes.length > MAX_NOTES) notes.shift()
    },
    abort,
  }
  watchdog.progress(lastStep)
  const onSignal = () => abort(new RunAborted('la corrida se interrumpió'))
  for (const signal of SIGNALS) process.on(signal, onSignal)
  // Without a clean-up the processes of the run would go on.
  for (const event of UNCAUGHT) process.on(event, abort)
  try {
    return await Promise.race([work(watchdog), aborted])
  } catch (error) {
    const { stack, message } = error as Error
    const isOwnReason = error instanceof DeadlineExceeded || error instanceof RunAborted
    const reason = isOwnReason ? message : (stack ?? message)
    print(
      `surtidor: ${reason}\n  último avance: ${lastStep}\n` +
        `  últimas fallas: ${notes.join('; ') || 'ninguna'}\n${describeState()}\n`,
    )
    return false
  } finally {
    clearTimeout(timer)
    for (const signal of SIGNALS) process.off(signal, onSignal)
    for (const event of UNCAUGHT) process.off(event, abort)
    await withDeadline('terminen los procesos', cleanUpMs, cleanUp()).catch((error: Error) =>
      print(`surtidor: ${error.message}\n${describeState()}\n`),
    )
  }
}
