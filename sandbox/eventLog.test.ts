import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '#testing/testSandbox.ts'
import { openEventLog } from '#sandbox/eventLog.ts'

const never = (trouble: Error) => {
  throw trouble
}
const path = async () => join(await openFolder(), 'log.jsonl')

test('what was durable is read again, in order', async () => {
  const file = await path()
  const { log } = await openEventLog(file, never)
  for (let n = 0; n < 500; n += 1) log.append({ n })
  await log.durable()
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(501)
  log.append({ n: 500 })
  await log.close()
  const { log: again, facts } = await openEventLog(file, never)
  expect(facts).toEqual(Array.from({ length: 501 }, (_, n) => ({ n })))
  await again.close()
})

test('a torn last line is dropped, and the next fact stands on a line of its own', async () => {
  const file = await path()
  await writeFile(file, '{"n":1}\n{"n":2}\n{"n":3,"te')
  const { log, facts } = await openEventLog(file, never)
  expect(facts).toEqual([{ n: 1 }, { n: 2 }])
  log.append({ n: 4 })
  await log.durable()
  await log.close()
  expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n{"n":4}\n')
})

test('a start that adds nothing leaves a torn line alone', async () => {
  const file = await path()
  await writeFile(file, '{"n":1}\n{"n')
  const { log } = await openEventLog(file, never)
  await log.close()
  expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n')
})

test('a damaged whole line stops the start and is named', async () => {
  const file = await path()
  await writeFile(file, '{"n":1}\nbasura\n{"n":3}\n')
  await expect(openEventLog(file, never)).rejects.toThrow(/dañado en la línea 2/)
})

test('after a write that failed nothing counts as kept, and it is told once', async () => {
  const told: string[] = []
  const file = await path()
  const { log } = await openEventLog(file, ({ message }) => told.push(message))
  await log.close()
  log.append({ n: 1 })
  await expect(log.durable()).rejects.toThrow(/no puede usar .*log\.jsonl/)
  log.append({ n: 2 })
  await expect(log.durable()).rejects.toThrow(/no puede usar/)
  expect(told).toHaveLength(1)
})

test('lines appended by hand are facts like any other', async () => {
  const file = await path()
  await appendFile(file, '{"n":1}\n')
  const { log, facts } = await openEventLog(file, never)
  expect(facts).toEqual([{ n: 1 }])
  await log.close()
})
