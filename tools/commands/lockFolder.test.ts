import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tempFolder } from '#testing/harness/tempFolder.ts'

/** A process that locks the folder of each line of its input and prints the result. */
const PROGRAM = `
import { createInterface } from 'node:readline'
import { lockFolder } from '#tools/commands/lockFolder.ts'
console.log('loaded')
for await (const folder of createInterface({ input: process.stdin }))
  console.log(await lockFolder(folder).then(() => 'locked', (error) => error.message))
`
const COUNT = 4
let processes: ReturnType<typeof startProcesses>
beforeAll(async () => {
  processes = startProcesses()
  await Promise.all(processes.map(({ nextLine }) => nextLine()))
})
afterAll(() => {
  for (const { child } of processes) child.kill()
})

/** Their command lines name the programs of `npm start` and `npm run cluster`, by which a lock's holder is recognised. */
const startProcesses = () =>
  Array.from({ length: COUNT }, (_, place) => {
    const named = place % 2 ? 'tools/commands/startAll.ts' : 'tools/cluster/main.ts'
    const args = ['--input-type=module', '--eval', PROGRAM, named]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const lines = child.stdout.setEncoding('utf8').iterator() as AsyncIterableIterator<string>
    return { child, nextLine: async () => String((await lines.next()).value).trim() }
  })

describe('lockFolder', () => {
  test.each([
    ['no lock', null],
    ['a lock of a process that has ended', '999999999'],
    ['a lock without a process, as a full disk leaves it', ''],
  ])('one of several starts at the same time gets the folder: %s', async (_what, lock) => {
    for (const _round of Array(20).keys()) {
      const contended = tempFolder()
      if (lock !== null) await writeFile(join(contended, 'running.pid'), lock)
      for (const { child } of processes) child.stdin.write(`${contended}\n`)
      const results = await Promise.all(processes.map(({ nextLine }) => nextLine()))
      const winner = processes[results.indexOf('locked')]?.child.pid
      const others = results.filter((result) => result !== 'locked')
      expect(others).toHaveLength(COUNT - 1)
      for (const other of others)
        expect(other).toMatch(/^ya hay un Surtidor en marcha sobre .*; usá otra DATA_DIR\.$/)
      expect(await readFile(join(contended, 'running.pid'), 'utf8')).toBe(String(winner))
      expect(await readdir(contended)).toEqual(['running.pid'])
    }
  })
})
