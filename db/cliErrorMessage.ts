/**
 * Why a program cannot start or go on, in one line for the person who started it.
 * @param said the last words of an embedded PostgreSQL: of a full disk its clients only see that it hung up
 */
export function cliErrorMessage(error: unknown, said = ''): string {
  const { code, message, path, cause } = error as NodeJS.ErrnoException
  if (cause) return cliErrorMessage(cause, said)
  if (code === 'ENOSPC' || /No space left/.test(message + said))
    return 'no queda lugar en el disco.'
  if (path && /^E(ACCES|PERM|ROFS|EXIST|NOTDIR|ISDIR|NOENT)$/.test(code ?? ''))
    return `no puedo escribir en ${path}: revisá los permisos o elegí otra DATA_DIR.`
  return message.split('\n')[0] ?? ''
}
