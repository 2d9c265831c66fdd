import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { FatalError, toFileError } from '#sandbox/fatalError.ts'

export type EntryLog = ReturnType<typeof loadEntryLog>['log']

/**
 * Opens an append-only file of entries, one JSON text per line, and reads them. An incomplete last
 * line was never acknowledged (the process died while writing it) and is dropped. The first write
 * truncates it, not the start, so that a failed start changes nothing.
 * @param onFailure called when an entry could not be written: the program must end
 * @throws FatalError when the file cannot be used or a complete line is not JSON
 */
export function loadEntryLog(path: string, onFailure: (error: FatalError) => void) {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Each write is synchronous up to the disk.
    const file = openSync(path, 'as', 0o600)
    const bytes = readFileSync(path)
    const complete = bytes.lastIndexOf('\n') + 1
    const entries = parse(path, bytes.toString('utf8', 0, complete))
    let incomplete = complete < bytes.length
    const log = {
      /** Adds an entry; it is on disk when the call returns. @throws FatalError when it cannot be written */
      append(entry: unknown): void {
        try {
          if (incomplete) ftruncateSync(file, complete)
          incomplete = false
          appendFileSync(file, `${JSON.stringify(entry)}\n`)
        } catch (error) {
          const fatal = toFileError(path, error)
          onFailure(fatal)
          throw fatal
        }
      },
      close: () => closeSync(file),
    }
    return { log, entries }
  } catch (error) {
    throw toFileError(path, error)
  }
}

function parse(path: string, text: string): unknown[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      try {
        return JSON.parse(line) as unknown
      } catch {
        throw new FatalError(`El registro ${path} está dañado en la línea ${index + 1}.`)
      }
    })
}
