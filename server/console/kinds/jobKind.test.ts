import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const elena = startForFile(async () => objectSteps(await server.as('elena'), 'job'))
const add = async (queue: 'push' | 'retention' | 'mail') => {
  const id = randomUUID()
  await server.context.jobs.add(server.context.db, queue, {}, { id, startAfter: 3600 })
  return id
}
const setState = (id: string, state: string) =>
  server.owner.query(`update jobs.job set state = $2::jobs.job_state where id = $1`, [id, state])
const stateOf = async (id: string) =>
  (await server.owner.query(`select state from jobs.job where id = $1`, [id])).rows[0]?.state

describe('jobs in the console', () => {
  test('are listed once over all pages, and filtered by queue and state', async () => {
    const ids = [await add('push'), await add('push'), await add('push')]
    await setState(ids[0] ?? '', 'failed')
    const listed = await elena.paged(1, { queue: 'push' })
    expect(listed.toSorted()).toEqual(ids.toSorted())
    expect((await elena.list({ queue: 'push', state: 'failed' })).map(({ id }) => id)).toEqual([
      ids[0],
    ])
    const [row] = await elena.list({ queue: 'push', state: 'created' })
    expect(row?.cells.filter((cell) => cell.text)).toEqual([
      { text: 'Aviso al teléfono' },
      { text: '1 de 13' },
      { text: 'En cola', tone: 'neutral' },
    ])
    for (const id of ['', 'x', randomUUID()]) expect(await elena.reasonOf(id)).toBe('not_found')
  })

  test('begin with those that failed and are tried again, over all pages, and hold one of each schedule', async () => {
    await server.owner.query(`delete from jobs.job where name in ('push', 'retention')`)
    await server.owner.query(
      `insert into jobs.schedule (name, cron) values ('retention', '17 * * * *') on conflict do nothing`,
    )
    const ids: string[] = []
    for (const state of ['failed', 'completed', 'completed', 'failed', 'retry']) {
      ids.push(await add('retention'))
      await setState(ids.at(-1) ?? '', state)
      await server.owner.query(
        `update jobs.job set completed_on = now(), output = '{"rows": 3}' where id = $1 and state = 'completed'`,
        [ids.at(-1)],
      )
    }
    const [failed = '', , done = '', newest = '', tried = ''] = ids
    const other = await add('push')
    const wanted = [newest, failed, tried, other, done]
    const listed = await elena.paged(1)
    expect(listed.filter((id) => [...ids, other].includes(id))).toEqual(wanted)
    expect((await elena.list()).map(({ id }) => id)).toEqual(listed)
    const row = (await elena.list()).find(({ id }) => id === done)
    const [lastRun, nextRun, result] = row?.cells.slice(3, 6) ?? []
    expect(lastRun?.stamp).toMatch(/^\d{14}$/)
    expect(nextRun?.stamp).toMatch(/1700$/)
    expect(result?.text).toBe('rows: 3')
    expect(await elena.paged(2, { queue: 'retention' })).toHaveLength(5)
    await server.owner.query(`delete from jobs.job where name = 'retention'`)
  })

  test('one that was given up goes back to its queue, and one that waits is cancelled, both recorded', async () => {
    const failed = await add('push')
    await server.owner.query(
      `update jobs.job set state = 'failed', output = '{"reason": "410"}' where id = $1`,
      [failed],
    )
    expect(factOf(await elena.page(failed), 'Resultado')?.text).toBe('reason: 410')
    accepted(await elena.act(failed, 'retry'))
    expect(await stateOf(failed)).toBe('retry')
    expect((await elena.act(failed, 'retry')).responseHeader.reason).toBe('action_gone')
    const waiting = await add('push')
    accepted(await elena.act(waiting, 'cancel'))
    expect(await stateOf(waiting)).toBe('cancelled')
    const { timeline, actions } = await elena.page(waiting)
    expect(timeline[0]).toMatchObject({ title: 'Trabajo cancelado', by: 'Elena Rodríguez' })
    expect(actions.map(({ name }) => name)).toEqual(['note'])
  })

  test('an email is neither cancelled nor tried without its text; a second job of one at a time is refused', async () => {
    const mail = await add('mail')
    expect((await elena.page(mail)).actions.map(({ name }) => name)).toEqual(['note'])
    const first = await add('retention')
    await setState(first, 'failed')
    await add('retention')
    expect((await elena.act(first, 'retry')).responseHeader).toMatchObject({
      responseCode: '05',
      reason: 'action_gone',
    })
    expect(await stateOf(first)).toBe('failed')
  })
})
