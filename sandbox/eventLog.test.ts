import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openFolder } from '#testing/testSandbox.ts'
import { createEventLog } from '#sandbox/eventLog.ts'

const never = (error: Error) => {
  throw error
}
const path = async () => join(await openFolder(), 'log.jsonl')

describe('openEventLog', () => {
  test('reads durable events again in order', async () => {
    const file = await path()
    const { log } = await createEventLog(file, never)
    for (let n = 0; n < 500; n += 1) log.append({ n })
    await log.durable()
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(501)
    log.append({ n: 500 })
    await log.close()
    const { log: again, events } = await createEventLog(file, never)
    expect(events).toEqual(Array.from({ length: 501 }, (_, n) => ({ n })))
    await again.close()
  })

  test('drops an incomplete last line and writes the next event on a new line', async () => {
    const file = await path()
    await writeFile(file, '{"n":1}\n{"n":2}\n{"n":3,"te')
    const { log, events } = await createEventLog(file, never)
    expect(events).toEqual([{ n: 1 }, { n: 2 }])
    log.append({ n: 4 })
    await log.durable()
    await log.close()
    expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n{"n":4}\n')
  })

  test('leaves an incomplete line alone when nothing is written', async () => {
    const file = await path()
    await writeFile(file, '{"n":1}\n{"n')
    const { log } = await createEventLog(file, never)
    await log.close()
    expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n')
  })

  test('names a damaged complete line and refuses to start', async () => {
    const file = await path()
    await writeFile(file, '{"n":1}\nbasura\n{"n":3}\n')
    await expect(createEventLog(file, never)).rejects.toThrow(/dañado en la línea 2/)
  })

  test('reports a failed write once, and nothing after it is durable', async () => {
    const told: string[] = []
    const file = await path()
    const { log } = await createEventLog(file, ({ message }) => told.push(message))
    await log.close()
    log.append({ n: 1 })
    await expect(log.durable()).rejects.toThrow(/no puede usar .*log\.jsonl/)
    log.append({ n: 2 })
    await expect(log.durable()).rejects.toThrow(/no puede usar/)
    expect(told).toHaveLength(1)
  })

  test('reads lines that were appended by hand', async () => {
    const file = await path()
    await appendFile(file, '{"n":1}\n')
    const { log, events } = await createEventLog(file, never)
    expect(events).toEqual([{ n: 1 }])
    await log.close()
  })
})
