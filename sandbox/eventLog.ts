import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FatalError, toFileError } from '#sandbox/fatalError.ts'

/** An append-only file of events, one JSON text per line. */
export interface EventLog {
  /** Adds an event; it is on disk when `durable` resolves. */
  append(event: unknown): void
  /** Resolves when every event added so far is synced to disk; after a failure it always rejects. */
  durable(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the log and reads its events. An incomplete last line was never acknowledged (the process
 * died while writing it) and is dropped. The first write truncates it, not the start, so that a
 * failed start changes nothing.
 * @param onFailure called once, when an event could not be written
 * @throws FatalError when the file cannot be used or a complete line is not JSON
 */
export async function loadEventLog(
  path: string,
  onFailure: (error: FatalError) => void,
): Promise<{ log: EventLog; events: unknown[] }> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0)
      throw error
    })
    const complete = bytes.lastIndexOf(0x0a) + 1
    const events = parse(path, bytes.subarray(0, complete).toString('utf8'))
    const file = await open(path, 'a', 0o600)
    await syncFolder(dirname(path))

    let incomplete = complete < bytes.length
    let pending: string[] = []
    let tail = Promise.resolve()
    const flush = async () => {
      const batch = pending.join('')
      pending = []
      try {
        if (incomplete) await file.truncate(complete)
        incomplete = false
        await file.appendFile(batch)
        await file.datasync()
      } catch (error) {
        const fatal = toFileError(path, error)
        onFailure(fatal)
        throw fatal
      }
    }
    const log: EventLog = {
      append(event) {
        pending.push(`${JSON.stringify(event)}\n`)
        // Events added during a write share the next one.
        if (pending.length > 1) return
        tail = tail.then(flush)
        tail.catch(() => {})
      },
      durable: () => tail,
      close: () => tail.catch(() => {}).then(() => file.close()),
    }
    return { log, events }
  } catch (error) {
    throw toFileError(path, error)
  }
}

/** Syncs the folder's entry of the file; Windows does so by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
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
