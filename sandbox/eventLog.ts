import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toFileError, FatalError } from '#sandbox/fatalError.ts'

/** An append-only file with one JSON event per line. */
export interface EventLog {
  /** Appends an event; it is on disk when `durable` resolves. */
  append(event: unknown): void
  /** Resolves when every event appended so far is on disk; rejects permanently after a failure. */
  durable(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the log and reads its events. An incomplete last line was never acknowledged (the process
 * died while writing it) and is dropped. It is truncated at the first write, so that a failed
 * start changes nothing.
 * @param onFailure called once when an event cannot be written
 * @throws FatalError when the file cannot be used or a complete line is not JSON
 */
export async function createEventLog(
  path: string,
  onFailure: (error: FatalError) => void,
): Promise<{ log: EventLog; events: unknown[] }> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0)
      throw error
    })
    const completeLength = bytes.lastIndexOf(0x0a) + 1
    const events = parse(path, bytes.subarray(0, completeLength).toString('utf8'))
    const file = await open(path, 'a', 0o600)
    await flushFolder(dirname(path))

    let incomplete = completeLength < bytes.length
    let waiting: string[] = []
    let tail = Promise.resolve()
    const flush = async () => {
      const batch = waiting.join('')
      waiting = []
      try {
        if (incomplete) await file.truncate(completeLength)
        incomplete = false
        await file.appendFile(batch)
        await file.datasync()
      } catch (error) {
        const failure = toFileError(path, error)
        onFailure(failure)
        throw failure
      }
    }
    const log: EventLog = {
      append(event) {
        waiting.push(`${JSON.stringify(event)}\n`)
        // Events that are appended during a write share the next write.
        if (waiting.length > 1) return
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

/**
 * Flushes the folder, so that the new file's name survives a crash. Windows does this by itself.
 */
async function flushFolder(folder: string): Promise<void> {
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
