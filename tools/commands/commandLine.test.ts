import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/freshDatabase.ts'
import { seedDemo } from '#db/seed.ts'

/** The programs themselves, as npm runs them, on a PostgreSQL that is named in DATABASE_URL. */

const root = join(import.meta.dirname, '../..')
function start(program: string, databaseUrl: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  return { child, ended }
}

test('a seed that is killed half-way leaves nothing, and the next one makes the town', async () => {
  const { url, client, close } = await freshDatabase('empty')
  try {
    const { child, ended } = start('db/seed.ts', url, '--drivers', '200', '--movements', '60000')
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    const { said } = await ended
    expect(said).not.toContain('100 %')
    await othersGone(client)
    expect((await client.query('select from person')).rowCount).toBe(0)
    const options = { now: new Date('2026-09-07T15:00:00Z'), drivers: 2, movements: 300 }
    expect(await seedDemo(url, options)).toBe(true)
  } finally {
    await close()
  }
})

/** The killed program's transaction ends with its connection. */
async function othersGone(client: Awaited<ReturnType<typeof freshDatabase>>['client']) {
  for (let waited = 0; waited < 10_000; waited += 50) {
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    if (rowCount === 0) return
    await sleep(50)
  }
  throw new Error('the killed program is still connected')
}

test('a town with people in it is left alone, and verified promise by promise', async () => {
  const { url, client, close } = await freshDatabase('town')
  try {
    const again = await start('db/seed.ts', url).ended
    expect(again).toEqual({ code: 1, said: expect.stringContaining('no la toqué') as string })
    const well = await start('tools/commands/verify.ts', url).ended
    expect(well.code).toBe(0)
    const lines = well.said.trim().split('\n')
    expect(lines.filter((line) => !/^\w+ +bien /.test(line))).toEqual([])
    for (const promise of ['L1', 'L6', 'P1', 'P6', 'A4', 'N2', 'AUD'])
      expect(lines.some((line) => line.startsWith(`${promise} `))).toBe(true)

    await client.query(`update debt set state = 'PAID' where amount = 5151`)
    const broken = await start('tools/commands/verify.ts', url).ended
    expect(broken.code).toBe(1)
    expect(broken.said).toMatch(/^P6 +ROTA/m)
    expect(broken.said).toContain('deuda paga sin un cobro en pie')
  } finally {
    await close()
  }
})

test('an option that is not one is told in one line', async () => {
  for (const args of [
    ['--drivers', 'many'],
    ['--towns', '3'],
  ]) {
    const { code, said } = await start('db/seed.ts', 'postgres://nobody@127.0.0.1:1/none', ...args)
      .ended
    expect(code).toBe(1)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(said).toMatch(/^surtidor: .*--drivers/)
  }
})
