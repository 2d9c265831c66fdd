/** An error that ends the sandbox, with one line in Spanish for the operator. */
export class FatalError extends Error {
  override name = 'Trouble'
}

/** Plain words for common errors of the file system; other errors keep their message. */
const REASONS: Record<string, string> = {
  ENOSPC: 'no queda lugar en el disco',
  EDQUOT: 'no queda lugar en el disco',
  EFBIG: 'el archivo no puede crecer más',
  EACCES: 'falta permiso',
  EPERM: 'falta permiso',
  EROFS: 'el disco es de solo lectura',
  ENOTDIR: 'la ruta no es una carpeta',
}

/** Turns a file system error into a FatalError that names the file. */
export function toFileError(path: string, error: unknown): FatalError {
  if (error instanceof FatalError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error))
  return new FatalError(`La pasarela no puede usar ${path}: ${reason}.`)
}
