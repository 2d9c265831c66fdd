import { spawnSync } from 'node:child_process'
import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createLogger } from '#server/log.ts'

describe('createLogger', () => {
  test('logs a failed statement with its text and without its values', () => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line) => lines.push(line) })
    const values = ['ana@demo.surtidor.uy', '1.234.567-2\n    a line of its own', 'the hash']
    const cause = Object.assign(new Error('duplicate key value'), {
      detail: 'Key (email)=(ana@demo.surtidor.uy) already exists.',
    })
    log.error({ err: new DrizzleQueryError('insert into person', values, cause) }, 'failed')
    log.error({ err: cause }, 'failed')
    expect(lines).toHaveLength(2)
    for (const word of ['insert into person', 'duplicate key value', 'log.test.ts'])
      expect(lines[0]).toContain(word)
    for (const word of ['ana@demo', '1.234.567', 'a line of its own', 'the hash'])
      expect(lines.join('')).not.toContain(word)
  })

  test.each([
    [
      'is killed two seconds later',
      `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2_000)`,
    ],
    ['exits', 'process.exit(0)'],
    ['ends by an uncaught error', `throw new Error('a defect')`],
  ])('writes every line when the program %s', (_how, then) => {
    // Password hashing occupies every thread of the pool: an asynchronous write would wait behind it.
    const program = `import { pbkdf2 } from 'node:crypto'
    import { createLogger } from '#server/log.ts'
    for (let busy = 0; busy < 8; busy++) pbkdf2('a', 'b', 200_000, 64, 'sha512', () => {})
    const log = createLogger('info')
    for (let line = 1; line <= 100; line++) log.info({ line }, 'line')
    ${then}`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    })
    const lines = stdout.trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
  })
})
