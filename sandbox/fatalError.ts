/** The sandbox cannot start or continue; the message is one Spanish line for the operator. */
export class FatalError extends Error {
  override name = 'FatalError'
}

/** Descriptions of system errors; others are reported with their own message. */
const REASONS: Record<string, string> = {
  ENOSPC: 'no queda lugar en el disco',
  EDQUOT: 'no queda lugar en el disco',
  EFBIG: 'el archivo no puede crecer más',
  EACCES: 'falta permiso',
  EPERM: 'falta permiso',
  EROFS: 'el disco es de solo lectura',
  ENOTDIR: 'la ruta no es una carpeta',
}

/** Turns an error of the file system into a FatalError that names the file. */
export function toFileError(path: string, error: unknown): FatalError {
  if (error instanceof FatalError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error))
  return new FatalError(`La pasarela no puede usar ${path}: ${reason}.`)
}
