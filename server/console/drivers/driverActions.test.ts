import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import { userData } from '#contract/user/userData.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { addPasskey, signInBy } from '#testing/harness/passkeySteps.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { freshCode, PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const CLUB = '60000001'
let elena: Person
let second: Person
let third: Person
let ana: string
const idOf = async (name: string) =>
  (await personByEmail(server.context.db, `${name}@demo.surtidor.uy`))?.id ?? ''
beforeAll(async () => {
  elena = await server.as('elena')
  second = await createPersonLike(server, 'second', 'elena')
  third = await createPersonLike(server, 'third', 'elena')
  ana = await idOf('ana')
})

const pageOf = async (objectId: string, tab = '') =>
  accepted(await elena.call(object, { kind: 'driver', objectId, tab })).page
const list = async (filters: Record<string, string> = {}) =>
  accepted(await elena.call(objects, { kind: 'driver', filters, count: 200 })).rows
const act = (
  action: string,
  fields: Record<string, string> = {},
  objectId = ana,
  who: Person = elena,
) => who.call(actOnObject, { kind: 'driver', objectId, action, fields })
const table = (page: Awaited<ReturnType<typeof pageOf>>, title: string) =>
  page.tables.find((one) => one.title === title)?.rows ?? []
const namesOf = ({ actions }: { actions: { name: string }[] }) => actions.map(({ name }) => name)
const logIn = async (user: string) =>
  (await server.stranger.call(login, { user, password: PASSWORD })).responseHeader
const balance = () => balanceOf(server.context.db, CLUB)

describe('the account at the stations', () => {
  test('gets a limit by the second factor, of a loyalty of the driver', async () => {
    const code = () => freshCode(server.context, 'elena@demo.surtidor.uy')
    const limitOf = async () =>
      (await server.owner.query('select account_limit from loyalty where code = $1', [CLUB]))
        .rows[0]
    const answer = await act('account', { loyalty: CLUB, limit: '1.500', code: await code() })
    expect(accepted(answer).outcome).toBe('La cuenta quedó con ese límite.')
    expect(await limitOf()).toEqual({ account_limit: '150000' })
    for (const wrong of [{ limit: '10' }, { loyalty: '60100001', limit: '10', code: await code() }])
      expect((await act('account', { loyalty: CLUB, ...wrong })).responseHeader.responseCode).toBe(
        '05',
      )
    expect(await limitOf()).toEqual({ account_limit: '150000' })
  })
})

describe('the lock of an account', () => {
  test('ends the sessions at once and refuses the right password until it is taken away', async () => {
    const gina = await createPersonLike(server, 'gina', 'fede')
    const { passkey } = await addPasskey(gina)
    const id = await idOf('gina')
    expect((await act('lock', {}, id)).responseHeader).toMatchObject({ reason: 'invalid_request' })
    expect(accepted(await act('lock', { text: 'Perdió el teléfono.' }, id)).outcome).toContain(
      'bloqueada',
    )
    expect((await gina.call(userData, {})).responseHeader.responseCode).toBe('88')
    const email = 'gina@demo.surtidor.uy'
    expect(await logIn(email)).toMatchObject({ responseCode: '05', reason: 'account_locked' })
    expect((await signInBy(server, passkey)).responseHeader.reason).toBe('account_locked')
    const wrong = await server.stranger.call(login, { user: email, password: 'otra-cosa' })
    expect(wrong.responseHeader.reason).toBe('wrong_credentials')
    expect((await list({ state: 'locked' })).map((row) => row.id)).toEqual([id])
    expect((await act('lock', { text: 'Otra vez.' }, id)).responseHeader).toMatchObject({
      reason: 'action_gone',
    })
    const { timeline } = await pageOf(id, 'history')
    expect(timeline.map(({ title }) => title)).toContain('Cuenta bloqueada')
    expect(timeline.map(({ remark }) => remark)).toContain('Perdió el teléfono.')
    accepted(await act('unlock', { text: 'Era ella.' }, id))
    expect(await logIn(email)).toMatchObject({ responseCode: '00' })
  })

  test('S15: of a lock and logins at the same moment no session is left', async () => {
    await createPersonLike(server, 'hugo', 'fede')
    const id = await idOf('hugo')
    const logins = () => Array.from({ length: 4 }, () => logIn('hugo@demo.surtidor.uy'))
    await Promise.all([...logins(), act('lock', { text: 'Ya.' }, id), ...logins()])
    expect(table(await pageOf(id, 'devices'), 'Sesiones abiertas')).toEqual([])
  })

  test('is not for the own account, an erased one, or an operator below', async () => {
    const own = await idOf('elena')
    expect(namesOf(await pageOf(own))).toEqual(['note'])
    for (const action of ['lock', 'endSessions', 'resetFactor', 'adjust'])
      expect((await act(action, { text: 'Yo.' }, own)).responseHeader).toMatchObject({
        reason: 'action_gone',
      })
    for (const name of ['diego', 'carla'])
      expect((await act('resetFactor', {}, own, await server.as(name))).responseHeader.reason).toBe(
        'role_missing',
      )
    const ines = await createPersonLike(server, 'ines', 'fede')
    const id = await idOf('ines')
    accepted(await ines.call(deleteAccount, { password: PASSWORD }))
    const page = await pageOf(id)
    expect([page.title, namesOf(page)]).toEqual(['Cuenta borrada', ['note']])
    expect((await pageOf(id, 'history')).timeline[0]?.title).toBe('Borró su cuenta')
    expect((await list({ state: 'erased' })).map((row) => row.id)).toContain(id)
  })
})

describe('sessions and second factor', () => {
  test('all sessions end, and the action is gone when there is none', async () => {
    const juan = await createPersonLike(server, 'juan', 'fede')
    const id = await idOf('juan')
    accepted(await act('endSessions', {}, id))
    expect((await juan.call(userData, {})).responseHeader.responseCode).toBe('88')
    expect((await act('endSessions', {}, id)).responseHeader.reason).toBe('action_gone')
    expect(await logIn('juan@demo.surtidor.uy')).toMatchObject({ responseCode: '00' })
  })

  test('passkeys are removed, which the driver is told', async () => {
    const kari = await createPersonLike(server, 'kari', 'fede')
    await addPasskey(kari)
    const id = await idOf('kari')
    expect(namesOf(await pageOf(id))).toContain('resetFactor')
    accepted(await act('resetFactor', {}, id))
    expect(namesOf(await pageOf(id))).not.toContain('resetFactor')
    const mails = await server.mailsTo('kari@demo.surtidor.uy')
    expect(mails.map(({ subject }) => subject)).toContain(
      'Quitamos tu segundo factor y tus llaves de acceso',
    )
  })

  test('another operator loses the code of the phone and logs in without a second factor', async () => {
    await createPersonLike(server, 'luis', 'diego')
    const id = await idOf('luis')
    expect(accepted(await act('resetFactor', {}, id)).outcome).toContain(
      'otra persona que administra la red',
    )
    const answer = await server.stranger.call(login, {
      user: 'luis@demo.surtidor.uy',
      password: PASSWORD,
    })
    expect(answer).toMatchObject({ secondFactor: 'none' })
  })
})

describe('adjustments of points', () => {
  const fields = {
    loyalty: CLUB,
    direction: 'give',
    points: '1.000',
    reason: 'goodwill',
    text: 'Cortó la luz.',
  }
  const reasonOf = ({ responseHeader }: Awaited<ReturnType<typeof act>>) => responseHeader.reason
  /** Proposes one that waits for another operator. @returns its id */
  const propose = async (points: number, who = elena) => {
    const direction = points < 0 ? 'take' : 'give'
    const given = { ...fields, direction, points: String(Math.abs(points)) }
    expect(accepted(await act('adjust', given, ana, who)).outcome).toContain('espera')
    const { rows } = await server.context.db.execute<{ id: string }>(
      sql`select id from proposal where state = 'waiting' and (content ->> 'points')::int = ${points}`,
    )
    return rows[0]?.id ?? ''
  }
  const decide = (who: Person, proposal: string, decision = 'confirmed') =>
    act('decide', { proposal, decision }, ana, who)
  const postings = async (id: string) =>
    (
      await server.context.db.execute(
        sql`select from ledger_transaction where event = 'adjustment' and event_id = ${id}`,
      )
    ).rows.length

  test('are posted up to the limit', async () => {
    const before = await balance()
    expect(accepted(await act('adjust', fields)).outcome).toContain('ya está')
    expect((await balance()) - before).toBe(1000)
    accepted(await act('adjust', { ...fields, direction: 'take', reason: 'correction' }))
    expect(await balance()).toBe(before)
    expect((await pageOf(ana, 'history')).timeline.map(({ title }) => title)).toContain(
      'Ajuste de puntos',
    )
    const told = accepted(await (await server.as('ana')).call(notifications, {})).notifications
    expect(told.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Te sumamos 1000 puntos como atención por un inconveniente.',
        'Te descontamos 1000 puntos para corregir un error.',
      ]),
    )
    const { rows } = await server.context.db.execute(sql`
      select detail ->> 'points' as points from audit
      where action = 'adjustPoints' order by points`)
    expect(rows).toEqual([{ points: '-1000' }, { points: '1000' }])
  })

  test('above the limit wait in a table of the page, and are chosen to decide on', async () => {
    const before = await balance()
    const [id, own] = [await propose(5000), await propose(2000, second)]
    expect(await balance()).toBe(before)
    expect(table(await pageOf(ana), 'Ajustes que esperan')).toHaveLength(2)
    const { page } = accepted(await second.call(object, { kind: 'driver', objectId: ana }))
    const optionsOf = (action: string) =>
      page.actions.find(({ name }) => name === action)?.fields[0]?.options
    expect(optionsOf('decide')).toEqual([
      { value: id, label: expect.stringContaining('5000 puntos') },
    ])
    expect(optionsOf('withdraw')).toMatchObject([{ value: own }])
    for (const unknown of ['', 'unknown'])
      expect(reasonOf(await decide(second, unknown))).toBe('invalid_request')
    expect(reasonOf(await decide(second, own))).toBe('own_request')
    accepted(await act('withdraw', { own }, ana, second))
    expect(reasonOf(await decide(third, own))).toBe('request_decided')
    accepted(await decide(third, id))
    expect((await balance()) - before).toBe(5000)
    expect(table(await pageOf(ana), 'Ajustes que esperan')).toEqual([])
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test('are refused whose points there are not, or no more', async () => {
    const tooMany = { ...fields, direction: 'take', points: '1.000.000' }
    expect((await act('adjust', tooMany)).responseHeader).toMatchObject({
      reason: 'not_enough_points',
      responseDescription: 'Esa afiliación no tiene tantos puntos.',
    })
    const [all, some] = [await propose(-(await balance())), await propose(-1500)]
    accepted(await decide(second, some))
    expect(reasonOf(await decide(second, all))).toBe('not_enough_points')
    expect(await postings(all)).toBe(0)
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test.each([
    ['a loyalty of another person', { loyalty: '60000099' }],
    ['no direction', { direction: '' }],
    ['no number', { points: 'mil' }],
    ['a fraction', { points: '1.5' }],
    ['a negative number', { points: '-5' }],
    ['zero', { points: '0' }],
    ['a reason that is not in the list', { reason: 'because' }],
    ['no words', { text: '  ' }],
  ])('are refused with %s', async (_what, wrong) => {
    const before = await balance()
    expect((await act('adjust', { ...fields, ...wrong })).responseHeader).toMatchObject({
      responseCode: '05',
      reason: 'invalid_request',
    })
    expect(await balance()).toBe(before)
  })

  test('are refused for a loyalty that ended', async () => {
    const { db } = server.context
    await db.execute(sql`update loyalty set ended_at = since where code = '60000002'`)
    expect(reasonOf(await act('adjust', { ...fields, loyalty: '60000002' }))).toBe(
      'invalid_request',
    )
  })

  test('that add up to more than the limit in a day wait, by one operator or of one member', async () => {
    const { rows } = await server.context.db.execute<{ id: string; loyalty: string }>(
      sql`select person_id as id, code as loyalty from loyalty where ended_at is null and person_id <> ${ana}`,
    )
    const other = rows[0] ?? { id: '', loyalty: '' }
    const give = async (
      who: Person,
      points: string,
      { id, loyalty } = { id: ana, loyalty: CLUB },
    ) => accepted(await act('adjust', { ...fields, points, loyalty }, id, who)).outcome
    server.wait(DAY_MS)
    elena = await server.as('elena')
    second = await server.as('second')
    third = await server.as('third')
    const before = await balance()
    expect(await give(elena, '600')).toContain('ya está')
    expect(await give(third, '400')).toContain('ya está')
    expect(await give(second, '1')).toContain('espera')
    expect(await give(elena, '401', other)).toContain('espera')
    expect(await give(elena, '400', other)).toContain('ya está')
    expect((await balance()) - before).toBe(1000)
    server.wait(DAY_MS)
    expect(await give(await server.as('second'), '1')).toContain('ya está')
  })
})
