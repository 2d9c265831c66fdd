import { spawnSync } from 'node:child_process'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLogger } from '#server/log.ts'

test('a failed statement is logged with its text and without its values', () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => lines.push(line) })
  const values = ['ana@demo.surtidor.uy', '1.234.567-2\n    a line of its own', 'the hash']
  const cause = Object.assign(new Error('duplicate key value'), {
    detail: 'Key (email)=(ana@demo.surtidor.uy) already exists.',
  })
  log.error({ err: new DrizzleQueryError('insert into person', values, cause) }, 'defect')
  log.error({ err: cause }, 'defect')
  expect(lines).toHaveLength(2)
  for (const word of ['insert into person', 'duplicate key value', 'log.test.ts'])
    expect(lines[0]).toContain(word)
  for (const word of ['ana@demo', '1.234.567', 'a line of its own', 'the hash'])
    expect(lines.join('')).not.toContain(word)
})

test.each([
  ['is killed a while later', `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2_000)`],
  ['leaves', 'process.exit(0)'],
  ['falls', `throw new Error('a defect')`],
])('no line stays behind when the program %s', (_how, then) => {
  // Passwords being hashed hold every thread of the pool: a write that waits for one is overtaken.
  const program = `import { pbkdf2 } from 'node:crypto'
    import { openLog } from '#server/log.ts'
    for (let busy = 0; busy < 8; busy++) pbkdf2('a', 'b', 200_000, 64, 'sha512', () => {})
    const log = openLog('info')
    for (let line = 1; line <= 100; line++) log.info({ line }, 'answered')
    ${then}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  )
})
