import { StartRefused } from '#db/core/startRefusedError.ts'

/**
 * Why a command-line program failed, in one line for the person who started it.
 * @param databaseLog end of the embedded PostgreSQL's log: on a full disk clients only see a closed connection
 */
export function cliErrorMessage(error: unknown, databaseLog = ''): string {
  const { code, message, path, cause } = error as NodeJS.ErrnoException
  if (cause) return cliErrorMessage(cause, databaseLog)
  if (code === 'ENOSPC' || /No space left/.test(message + databaseLog))
    return 'no queda lugar en el disco.'
  if (path && /^E(ACCES|PERM|ROFS|EXIST|NOTDIR|ISDIR|NOENT)$/.test(code ?? ''))
    return `no puedo escribir en ${path}: revisá los permisos o elegí otra DATA_DIR.`
  return message.split('\n')[0] ?? ''
}

/**
 * The same for a program's standard error: one line, or one per reason of a refused start.
 * @param databaseLog as for {@link cliErrorMessage}
 */
export function cliErrorText(error: unknown, databaseLog?: string): string {
  const reasons =
    error instanceof StartRefused ? error.reasons : [cliErrorMessage(error, databaseLog)]
  return reasons.map((reason) => `surtidor: ${reason}\n`).join('')
}
