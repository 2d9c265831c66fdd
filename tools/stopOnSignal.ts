/**
 * What a command has started: on a signal, or when the parent process ends, it stops in reverse order
 * and the process exits with 0. Exits at once when the parent ended while this process was loaded.
 */
export async function stopOnSignal() {
  const started: { stop(): Promise<unknown> }[] = []
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    for (const program of started.toReversed()) await program.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal, () => void stop(0))
  if (process.send && !process.connected) await stop(0)
  return {
    add: (program: { stop(): Promise<unknown> }) => void started.push(program),
    /** Stops everything, and exits with the code. */
    stop,
    isStopping: () => stopping,
  }
}
