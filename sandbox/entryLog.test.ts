import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadEntryLog } from '#sandbox/entryLog.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const never = (error: Error) => {
  throw error
}
const newPath = () => join(tempFolder(), 'log.jsonl')

describe('loadEntryLog', () => {
  test('reads the entries again, in order', async () => {
    const file = newPath()
    const { log } = loadEntryLog(file, never)
    for (let n = 0; n < 500; n += 1) log.append({ n })
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(501)
    log.append({ n: 500 })
    log.close()
    const { log: again, entries } = loadEntryLog(file, never)
    expect(entries).toEqual(Array.from({ length: 501 }, (_, n) => ({ n })))
    again.close()
  })

  test('drops an incomplete last line, and leaves it in the file until the first write', async () => {
    const file = newPath()
    const incomplete = '{"n":1}\n{"n":2}\n{"n":3,"te'
    await writeFile(file, incomplete)
    loadEntryLog(file, never).log.close()
    expect(await readFile(file, 'utf8')).toBe(incomplete)
    const { log, entries } = loadEntryLog(file, never)
    expect(entries).toEqual([{ n: 1 }, { n: 2 }])
    log.append({ n: 4 })
    log.close()
    expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n{"n":4}\n')
  })

  test('refuses to open a file with a damaged line and names the line', async () => {
    const file = newPath()
    await writeFile(file, '{"n":1}\nbasura\n{"n":3}\n')
    expect(() => loadEntryLog(file, never)).toThrow(/dañado en la línea 2/)
  })

  test('throws and reports a failed write', async () => {
    const reported: string[] = []
    const { log } = loadEntryLog(newPath(), ({ message }) => reported.push(message))
    log.close()
    expect(() => log.append({ n: 1 })).toThrow(/no puede usar .*log\.jsonl/)
    expect(reported).toHaveLength(1)
  })
})
