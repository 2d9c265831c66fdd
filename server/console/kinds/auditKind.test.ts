import { describe, expect, test } from 'vitest'
import { personByEmail } from '#db/accounts/people.ts'
import { auditSubjects } from '#db/console/auditSubjects.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const elena = startForFile(async () => objectSteps(await server.as('elena'), 'audit'))
const people = startForFile(async () => objectSteps(await server.as('elena'), 'driver'))

describe('the audit in the console', () => {
  test('is listed once over all pages, and found by person, object, action and period', async () => {
    const ana = (await personByEmail(server.context.db, 'ana@demo.surtidor.uy'))?.id ?? ''
    accepted(await people.act(ana, 'lock', { text: 'Lo pidió.' }))
    const all = await elena.list()
    expect(await elena.paged(7)).toEqual((await elena.paged(200)).slice())
    expect(all[0]?.cells.map(({ text }) => text)).toEqual([
      'Cuenta bloqueada',
      undefined,
      'Elena Rodríguez',
      'Ana P.',
      'Comprobada',
    ])
    const found = async (filters: Record<string, string>) =>
      (await elena.list(filters)).map(({ cells }) => cells[0]?.text)
    expect(await found({ action: 'lockAccount' })).toEqual(['Cuenta bloqueada'])
    expect(await found({ subject: ana, email: 'ELENA@demo.surtidor.uy ' })).toEqual([
      'Cuenta bloqueada',
    ])
    const day = all[0]?.cells[1]?.stamp?.slice(0, 8) ?? ''
    expect(await found({ period: `${day}-${day}`, action: 'lockAccount' })).toEqual([
      'Cuenta bloqueada',
    ])
    expect(await found({ period: '20200101-20200101' })).toEqual([])
    expect(await found({ email: 'nobody@demo.surtidor.uy' })).toEqual([])
    const drivers = (await elena.list({ action: 'withdraw' })).map(({ cells }) => cells[2]?.text)
    expect(drivers.length).toBeGreaterThan(0)
    // A driver's name is masked.
    for (const name of drivers) expect(name).toMatch(/^[^ ]+ [^ ]\.$/)
    const page = await elena.page(all[0]?.id ?? '')
    expect(factOf(page, 'Quién')).toMatchObject({
      text: 'Elena Rodríguez',
      link: { kind: 'driver' },
    })
    for (const id of ['', 'x', '0', '999999999999', '1.5'])
      expect(await elena.reasonOf(id)).toBe('not_found')
  })

  test('names what an entry is about, which leads to the object, and a driver masked', async () => {
    const ana = (await personByEmail(server.context.db, 'ana@demo.surtidor.uy'))?.id ?? ''
    const { rows } = await server.owner.query<Record<'debt' | 'attempt' | 'concept', string>>(
      `select debt_reference as debt, a.id as attempt, concept from payment_attempt a
        join debt on reference = debt_reference limit 1`,
    )
    const [{ debt, attempt, concept } = { debt: '', attempt: '', concept: '' }] = rows
    const subjects = [ana, '60000001', 'E001', debt, attempt, 'SOL-9']
    const named = await auditSubjects(server.context.db, subjects)
    expect(subjects.map((subject) => named.get(subject))).toEqual([
      { kind: 'driver', id: ana, name: 'Ana P.' },
      { kind: 'driver', id: ana, name: 'Afiliación 60000001' },
      { kind: 'station', id: 'E001', name: expect.stringMatching(/./) },
      { kind: 'debt', id: debt, name: debt },
      { kind: 'payment', id: attempt, name: concept },
      undefined,
    ])
    const [row] = await elena.list({ subject: ana })
    expect(row?.cells[3]).toEqual({ text: 'Ana P.', link: { kind: 'driver', id: ana } })
    expect(factOf(await elena.page(row?.id ?? ''), 'Código')?.text).toBe(ana)
  })

  test('shows an entry that was changed, and the one after a deleted one', async () => {
    const [, second, third, fourth] = (await elena.list()).map(({ id }) => id)
    await server.owner.query('set session_replication_role = replica')
    await server.owner.query(`update audit set subject = 'other' where seq = $1`, [second])
    await server.owner.query('delete from audit where seq = $1', [fourth])
    await server.owner.query('set session_replication_role = origin')
    const chain = Object.fromEntries(
      (await elena.list()).map(({ id, cells }) => [id, cells[4]?.text]),
    )
    expect([chain[second ?? ''], chain[third ?? '']]).toEqual(['No coincide', 'No coincide'])
    expect((await elena.page(second ?? '')).badges).toEqual([{ text: 'No coincide', tone: 'bad' }])
  })
})
