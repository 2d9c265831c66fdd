import { describe, expect, test } from 'vitest'
import { objects } from '#contract/operator/objects.ts'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { personByEmail, rolesOf } from '#db/accounts/people.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { codesIn, freshCode, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()
const steps = startForEachTest(async () => objectSteps(await server.as('elena'), 'operator'))
/** Acts as elena, with a code of a time step that was not used yet. */
const act = async (objectId: string, action: string, fields: Record<string, string> = {}) => {
  server.wait(60_000)
  const code = await freshCode(server.context, 'elena@demo.surtidor.uy')
  return await steps.act(objectId, action, { code, ...fields })
}
const reasonOf = async (answer: ReturnType<typeof act>) => (await answer).responseHeader.reason

describe('the actions on operators', () => {
  test('a person of the role 4 is bound to stations, and sees their part at once', async () => {
    const diego = await server.as('diego')
    const id = (await personByEmail(server.context.db, 'diego@demo.surtidor.uy'))?.id ?? ''
    const seen = async () =>
      accepted(await diego.call(objects, { kind: 'station', count: 200 })).rows.map((row) => row.id)
    expect((await seen()).length).toBeGreaterThan(10)
    expect(await reasonOf(act(id, 'bindStations', { stations: 'E004 E999' }))).toBe(
      'invalid_request',
    )
    accepted(await act(id, 'bindStations', { stations: 'e004, E007,' }))
    expect(await seen()).toEqual(['E004', 'E007'])
    expect(factOf(await steps.page(id), 'Estaciones')?.text).toBe('E004, E007')
    accepted(await act(id, 'bindStations', { stations: '' }))
    expect((await seen()).length).toBeGreaterThan(10)
  })

  test('an invited person has the role when they confirm their account, and gets a code by hand', async () => {
    const email = 'nueva@ejemplo.uy'
    const [row] = await steps.list({ email })
    expect(row).toMatchObject({
      id: email,
      cells: expect.arrayContaining([{ text: 'Sin cuenta', tone: 'neutral' }]),
    })
    expect(await reasonOf(act(email, 'invite', { role: '1' }))).toBe('invalid_request')
    accepted(await act(email, 'invite', { role: '4' }))
    const [invitation] = await server.mailsTo(email)
    expect(invitation?.text).toContain('Elena Rodríguez te invita')
    expect(factOf(await steps.page(email), 'Rol')?.text).toBe('Red de estaciones')

    const user = {
      email,
      firstName: 'Nueva',
      firstSurname: 'Gente',
      documentNumber: '1.234.567-2',
      birthdate: '12/05/1990',
      sex: 'F' as const,
      mobile: '099 123 456',
      address: 'Rivera 1, Montevideo, Uruguay',
    }
    accepted(await server.stranger.call(addUser, { user, password: 'pan con membrillo' }))
    const mail = (await server.mailsTo(email)).find(({ subject }) => subject.startsWith('Confirmá'))
    accepted(
      await server.stranger.call(confirmAddUser, {
        user: email,
        code: codesIn(mail ?? { text: '' }).code,
      }),
    )
    const id = (await personByEmail(server.context.db, email))?.id ?? ''
    expect(await rolesOf(server.context.db, id)).toEqual(['4'])
    expect((await steps.page(id)).actions.map(({ name }) => name)).toContain('giveCode')
    expect(accepted(await act(id, 'giveCode')).code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    expect(await checkInvariants(server.context.db)).toEqual([])
  })
})
