import { type DestinationStream, type LogFn, type Logger, pino, stdSerializers } from 'pino'
import { connectionLoss } from '#db/core/sqlErrors.ts'

/** Pino's number of the level. */
const WARN = 40

/** Lines are written in batches, which saves a tenth of the cost of a call; a line waits at most 500 ms. */
const BATCHED = { sync: true, minLength: 4096, periodicFlush: 500 }

/** Written on the main thread: an asynchronous write would wait behind password hashing in the thread pool and lose its order. */
function standardOutput(): DestinationStream {
  const lines = pino.destination({ dest: 1, ...BATCHED })
  process.on('exit', () => lines.flushSync())
  return lines
}

/** The program's log, one JSON text per line, flushed at exit. A failed statement is logged without its values. */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { logMethod: lossAsWarning },
    serializers: {
      err: (error: Error) => withoutValues(stdSerializers.err(error)),
    },
  }
  return pino(options, to ?? standardOutput())
}

/**
 * Logs a lost connection to the database, which every change of its primary causes many times, as a
 * warning of one line: with its `reason`, without the statement and the stack.
 */
function lossAsWarning(
  this: Logger,
  [fields, ...more]: Parameters<LogFn>,
  write: LogFn,
  level: number,
): void {
  const reason = connectionLoss((fields as { err?: unknown } | undefined)?.err)
  if (reason === undefined) return write.call(this, fields, ...more)
  const log = level > WARN ? this.warn : write
  log.call(this, { ...(fields as object), err: undefined, reason }, ...more)
}

/** Removes personal data: Drizzle's errors contain the values of the statement, PostgreSQL's detail those of the row. */
function withoutValues(logged: ReturnType<typeof stdSerializers.err>): object {
  const { params: _, detail: __, message, stack, ...rest } = logged
  return {
    ...rest,
    message: message.replace(/\nparams: [\s\S]*$/, ''),
    stack: stack.replaceAll(/\nparams: [\s\S]*?(?=\n {4}at [^\n]*:\d+:\d+\)?(?:\n|$))/g, ''),
  }
}
