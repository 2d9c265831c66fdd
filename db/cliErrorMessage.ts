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
  // too_many_connections: of the cluster, of the database or of the login.
  if (code === '53300')
    return 'PostgreSQL no da más conexiones: bajá DATABASE_POOL o subí max_connections.'
  if (/could not .*: (Read-only file system|Permission denied)/.test(message + databaseLog))
    return 'PostgreSQL no puede escribir en su carpeta: revisá los permisos o elegí otra DATA_DIR.'
  if (path && /^E(ACCES|PERM|ROFS|EXIST|NOTDIR|ISDIR|NOENT)$/.test(code ?? ''))
    return `no puedo escribir en ${path}: revisá los permisos o elegí otra DATA_DIR.`
  return message.split('\n')[0] ?? ''
}

/**
 * The same for a program's standard error: one line, or one per reason of a refused start.
 * @param databaseLog as for {@link cliErrorMessage}
 */
export const cliErrorText = (error: unknown, databaseLog?: string): string =>
  reasonsOf(error, databaseLog)
    .map((reason) => `surtidor: ${reason}\n`)
    .join('')

/** The reasons of a refused start, or the one line of another error. */
export const reasonsOf = (error: unknown, databaseLog?: string): readonly string[] =>
  error instanceof StartRefused ? error.reasons : [cliErrorMessage(error, databaseLog)]
