import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** Lines are handed on together, which spares each call a tenth of its cost; a line waits this long at most. */
const TOGETHER = { sync: true, minLength: 4096, periodicFlush: 500 }

/** Written by the program's own thread: a write left to the pool waits there behind passwords being hashed, and the last lines overtake it. */
function standardOutput(): DestinationStream {
  const lines = pino.destination({ dest: 1, ...TOGETHER })
  process.on('exit', () => lines.flushSync())
  return lines
}

/** The program's log: one JSON text per line; the last ones leave with the program. What a statement asked is told, with which values never. */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: Error) => withoutValues(stdSerializers.err(error)),
    },
  }
  return pino(options, to ?? standardOutput())
}

/** The driver puts a statement's values into its errors, and the database a row's own: whose they are is nobody's business. */
function withoutValues(told: ReturnType<typeof stdSerializers.err>): object {
  const { params: _, detail: __, message, stack, ...rest } = told
  return {
    ...rest,
    message: message.replace(/\nparams: [\s\S]*$/, ''),
    stack: stack.replaceAll(/\nparams: [\s\S]*?(?=\n {4}at [^\n]*:\d+:\d+\)?(?:\n|$))/g, ''),
  }
}
