import { describe, expect, test } from 'vitest'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { userData } from '#contract/user/userData.ts'
import { personByEmail, rolesOf } from '#db/accounts/people.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { factOf, objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { accepted } from '#testing/harness/testClient.ts'
import {
  freshCode,
  PASSWORD,
  type Person,
  testServerForEachTest,
} from '#testing/harness/testServer.ts'

const server = testServerForEachTest()
const at = (name: string) => `${name}@demo.surtidor.uy`
const idOf = async (name: string) => (await personByEmail(server.context.db, at(name)))?.id ?? ''
/** Text of the newest email to a person with a subject. */
const mailOf = async (name: string, subject: string) =>
  (await server.mailsTo(at(name))).findLast((mail) => mail.subject.startsWith(subject))?.text
const roles = async (name: string) => await rolesOf(server.context.db, await idOf(name))
const people: Record<string, Person> = {}
/** A code of a time step that was not used yet. */
const code = async (name: string) => {
  server.wait(60_000)
  return await freshCode(server.context, at(name))
}
const act = async (
  by: string,
  objectId: string,
  action: string,
  fields: Record<string, string> = {},
) =>
  (people[by] ?? server.stranger).call(actOnObject, {
    kind: 'operator',
    objectId,
    action,
    fields: { code: await code(by), ...fields },
  })
const reasonOf = async (answer: ReturnType<typeof act>) => (await answer).responseHeader.reason
const pageFor = async (by: string, id: string) =>
  await objectSteps(people[by] ?? server.stranger, 'operator').page(id)
const actionsFor = async (by: string, name: string) =>
  (await pageFor(by, await idOf(name))).actions.map((one) => one.name)
const isEnded = async (name: string) =>
  (await people[name]?.call(userData, {}))?.responseHeader.responseCode === '88'

const begin = async (...names: string[]) => {
  people.elena = await server.as('elena')
  for (const name of names) people[name] = await createPersonLike(server, name, 'elena')
}

describe('people and roles', () => {
  test('are listed by role, and anyone is found by the whole email', async () => {
    await begin()
    const steps = objectSteps(await server.as('elena'), 'operator')
    const rows = await steps.list()
    expect(rows.map(({ cells }) => [cells[1]?.text, cells[2]?.text])).toEqual(
      expect.arrayContaining([
        [at('diego'), 'Red de estaciones'],
        [at('carla'), 'Auspiciante'],
        [at('elena'), 'Administra la red'],
      ]),
    )
    expect(rows.find(({ cells }) => cells[1]?.text === at('elena'))?.cells[3]?.stamp).toMatch(
      /^2026/,
    )
    await server.owner.query(`update session set seen_at = '2030-01-02T15:00:00Z'`)
    const [used] = await steps.list({ email: at('elena') })
    expect(used?.cells[3]?.stamp).toMatch(/^20300102/)
    expect((await steps.list({ role: '4' })).map(({ cells }) => cells[1]?.text)).toEqual([
      at('diego'),
    ])
    const [fede] = await steps.list({ email: ` ${at('fede').toUpperCase()}` })
    expect(fede?.cells.slice(1, 3)).toEqual([
      { text: 'f•••@demo.surtidor.uy' },
      { text: 'Ninguno' },
    ])
    expect(await steps.list({ email: 'fede' })).toEqual([])
    expect(await steps.found(at('diego'))).toEqual([await idOf('diego')])
    expect(await steps.found(at('fede'))).toEqual([])
    const matrix = rowsOf(
      await steps.page(await idOf('diego')),
      'Qué ve cada rol (lo suyo: sus estaciones, o sus programas)',
    )
    expect(matrix.map((cells) => cells.map(({ text }) => text))).toEqual(
      expect.arrayContaining([
        ['Pagos', 'Todo', 'Lo suyo', ''],
        ['Conductores', 'Todo', '', 'Lo suyo'],
        ['Personas y roles', 'Todo', '', ''],
      ]),
    )
    for (const id of ['', 'x', "' or 1=1", 'A@demo.surtidor.uy'])
      expect(await steps.reasonOf(id)).toBe('not_found')
  })

  test('a role below an administrator is given by one person, with a code for the second factor', async () => {
    await begin()
    const fede = await server.as('fede')
    people.fede = fede
    const id = await idOf('fede')
    expect(await reasonOf(act('elena', id, 'giveRole', { role: '4', code: '' }))).toBe(
      'invalid_request',
    )
    expect(await reasonOf(act('elena', id, 'giveRole', { role: '4', code: '000000' }))).toBe(
      'wrong_second_factor',
    )
    expect(await reasonOf(act('elena', id, 'giveRole', { role: '2' }))).toBe('invalid_request')
    expect(await roles('fede')).toEqual(['2'])
    const { code: enrolment = '' } = accepted(await act('elena', id, 'giveRole', { role: '4' }))
    expect(await roles('fede')).toEqual(['4'])
    expect(await mailOf('fede', 'Tu rol')).toContain('Elena Rodríguez te dio el rol «Red de')
    expect(await isEnded('fede')).toBe(true)
    const again = await server.enter(at('fede'))
    expect(
      accepted(
        await again.call(enrolSecondFactor, { password: PASSWORD, enrolmentCode: enrolment }),
      ).secret,
    ).toMatch(/^[A-Z2-7]+$/)
    expect(await reasonOf(act('elena', id, 'giveRole', { role: '4' }))).toBe('action_gone')
    accepted(await act('elena', id, 'takeRole'))
    expect(await roles('fede')).toEqual(['2'])
    expect(await mailOf('fede', 'Ya no')).toContain('Elena Rodríguez te quitó el rol')
    const { timeline } = await pageFor('elena', id)
    expect(timeline.map(({ title, by }) => [title, by])).toEqual(
      expect.arrayContaining([
        ['Rol dado', 'Elena Rodríguez'],
        ['Rol quitado', 'Elena Rodríguez'],
      ]),
    )
    // A driver with loyalties keeps the role of one.
    expect(await reasonOf(act('elena', await idOf('ana'), 'giveRole', { role: '3' }))).toBe(
      'action_gone',
    )
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test('S16: the role of an administrator is given and taken by two people, and never by the person', async () => {
    await begin('nora', 'olga')
    people.diego = await server.as('diego')
    const id = await idOf('diego')
    expect(accepted(await act('elena', id, 'giveRole', { role: '1' })).outcome).toMatch(/propuesto/)
    expect(await roles('diego')).toEqual(['4'])
    const proposed = await pageFor('nora', id)
    expect(factOf(proposed, 'Lo propuso')?.text).toBe('Elena Rodríguez')
    expect(proposed.badges[0]?.text).toBe('Espera una decisión')
    expect(await reasonOf(act('nora', id, 'giveRole', { role: '1' }))).toBe('action_gone')
    expect(await mailOf('diego', 'Tu rol')).toBeUndefined()
    accepted(await act('nora', id, 'decide', { decision: 'confirmed' }))
    expect(await roles('diego')).toEqual(['1'])
    expect(await mailOf('diego', 'Tu rol')).toContain('nora')
    expect(await isEnded('diego')).toBe(true)

    people.diego = await server.as('diego')
    accepted(await act('elena', id, 'takeRole'))
    expect(await actionsFor('diego', 'diego')).toEqual(['note'])
    accepted(await act('elena', id, 'withdraw'))
    expect(await roles('diego')).toEqual(['1'])
    // To give another role in place of it takes it too.
    accepted(await act('olga', id, 'giveRole', { role: '3' }))
    expect(await roles('diego')).toEqual(['1'])
    accepted(await act('elena', id, 'decide', { decision: 'confirmed' }))
    expect(await roles('diego')).toEqual(['3'])
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test('S17: the last administrator is not taken away, nor leaves, also by two at once', async () => {
    await begin()
    people.guido = await server.as('guido')
    for (const name of ['elena', 'guido'])
      expect((await people[name]?.call(userData, {}))?.responseHeader.responseCode).toBe('00')
    const leave = (name: string) =>
      (people[name] ?? server.stranger).call(deleteAccount, { password: PASSWORD })
    const answers = await Promise.all([leave('elena'), leave('guido')])
    expect(answers.map(({ responseHeader }) => responseHeader.responseCode).toSorted()).toEqual([
      '00',
      '05',
    ])
    const left = await server.owner.query(`select from person_role where role_code = '1'`)
    expect(left.rowCount).toBe(1)
  })

  test('one administrator alone changes nothing of the account of another', async () => {
    await begin('nora')
    const steps = objectSteps(people.elena ?? server.stranger, 'driver')
    const id = await idOf('nora')
    expect((await steps.page(id)).actions.map(({ name }) => name)).toEqual(['note'])
    for (const action of ['lock', 'endSessions', 'resetFactor'])
      expect((await steps.act(id, action, { text: 'Ya.' })).responseHeader.reason).toBe(
        'action_gone',
      )
    expect(await isEnded('nora')).toBe(false)
    await server.owner.query('delete from second_factor where person_id = $1', [id])
    expect(await actionsFor('elena', 'nora')).toEqual(['giveRole', 'takeRole', 'note'])
  })
})
