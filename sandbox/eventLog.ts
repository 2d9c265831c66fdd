import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toFileError, FatalError } from '#sandbox/fatalError.ts'

/** A file of facts, one JSON text per line, that only grows. */
export interface EventLog {
  /** Adds a fact; it is on disk when `durable` resolves. */
  append(fact: unknown): void
  /** Resolves when every fact added so far survives a power cut; rejects for good after a failure. */
  durable(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the log and reads what it holds. A last line without its end was never acknowledged (the
 * process died while writing it) and is dropped; it is cut off at the first write and not before,
 * so that a start that fails touches nothing.
 * @param onFailure told once, when a fact could not be written
 * @throws Trouble when the file cannot be used or a whole line is not JSON
 */
export async function openEventLog(
  path: string,
  onFailure: (trouble: FatalError) => void,
): Promise<{ log: EventLog; facts: unknown[] }> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0)
      throw error
    })
    const whole = bytes.lastIndexOf(0x0a) + 1
    const facts = parse(path, bytes.subarray(0, whole).toString('utf8'))
    const file = await open(path, 'a', 0o600)
    await keepName(dirname(path))

    let torn = whole < bytes.length
    let waiting: string[] = []
    let tail = Promise.resolve()
    const flush = async () => {
      const batch = waiting.join('')
      waiting = []
      try {
        if (torn) await file.truncate(whole)
        torn = false
        await file.appendFile(batch)
        await file.datasync()
      } catch (error) {
        const trouble = toFileError(path, error)
        onFailure(trouble)
        throw trouble
      }
    }
    const log: EventLog = {
      append(fact) {
        waiting.push(`${JSON.stringify(fact)}\n`)
        // Facts that arrive while the disk works share the next write.
        if (waiting.length > 1) return
        tail = tail.then(flush)
        tail.catch(() => {})
      },
      durable: () => tail,
      close: () => tail.catch(() => {}).then(() => file.close()),
    }
    return { log, facts }
  } catch (error) {
    throw toFileError(path, error)
  }
}

/** Makes the file's name in its folder durable too; Windows does so by itself. */
async function keepName(folder: string): Promise<void> {
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
