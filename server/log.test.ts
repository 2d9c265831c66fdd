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
    Object.assign(new Error('terminating connection due to administrator command'), {
      code: '57P01',
    }),
    Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' }),
    Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), {
      code: '25P03',
    }),
    Object.assign(new Error('connection failure'), { code: '08006' }),
    Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('timeout exceeded when trying to connect'),
  ])('logs a lost connection as a warning of one line: %s', (loss) => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line) => lines.push(line) }).child({ reqId: 7 })
    const err = new DrizzleQueryError('insert into person', ['ana'], loss)
    log.error({ event: 'job.failed', err }, 'failed')
    log.warn({ event: 'job.failed', err }, 'failed')
    for (const line of lines) {
      const { code = '' } = loss as { code?: string }
      const reason = `${code} ${loss.message}`.trim()
      expect(JSON.parse(line)).toMatchObject({ level: 40, event: 'job.failed', reqId: 7, reason })
      expect(line).not.toMatch(/insert into|stack/)
    }
    expect(lines).toHaveLength(2)
  })

  test.each([
    Object.assign(new Error('duplicate key value'), { code: '23505' }),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }),
    new Error('Query read timeout'),
    new TypeError('undefined is not a function'),
  ])('logs another error as an error, with its statement and stack: %s', (cause) => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line) => lines.push(line) })
    log.error({ err: new DrizzleQueryError('insert into person', [], cause) }, 'failed')
    expect(JSON.parse(lines.join(''))).toMatchObject({ level: 50, msg: 'failed' })
    for (const word of ['insert into person', cause.message, 'log.test.ts'])
      expect(lines[0]).toContain(word)
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
