import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, dayOf } from '#contract/dates.ts'
import { ADULT_AGE, ageOn, BIRTHDATE_CORRECTED } from '#contract/fields/birthdate.ts'
import { activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { exportData } from '#contract/user/exportData.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { userData } from '#contract/user/userData.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))

const ANA = 'ana@demo.surtidor.uy'
const change = (user: object) => ana.call(updateUser, { user })

describe('updateUser', () => {
  test('changes the given fields and nothing else', async () => {
    const before = await ana.call(userData, {})
    const answer = await change({
      address: 'Rivera 2020, Salto, Uruguay',
      mobile: '+598 98 765 432',
    })
    expect(answer.user).toEqual({
      ...before.user,
      address: 'Rivera 2020, Salto, Uruguay',
      mobile: '+59898765432',
    })
    expect(answer.loyalties).toEqual(before.loyalties)
    expect(answer.roles).toEqual(before.roles)
    expect((await ana.call(userData, {})).user).toEqual(answer.user)
  })

  test('takes pasted texts without their invisible characters', async () => {
    const before = (await ana.call(userData, {})).user
    const answer = await change({
      firstSurname: 'D´An\u200bgelo\u00a0Pe\u0301rez',
      mobile: '\u202a+598\u00a098\u00a0765\u00a0432\u202c',
    })
    expect(answer.user).toMatchObject({ firstSurname: "D'Angelo Pérez", mobile: '+59898765432' })
    await change({ firstSurname: before.firstSurname, mobile: before.mobile })
  })

  test('accepts the whole user object of userData', async () => {
    const { user } = await ana.call(userData, {})
    const answer = await change({ ...user, firstName: 'Ana Laura' })
    expect(answer.user).toEqual({ ...user, firstName: 'Ana Laura' })
  })

  test('a new name is the holder of the loyalties at once: for the tills, in the list of members and in the export', async () => {
    const name = 'Ana María'
    const { user } = await ana.call(userData, {})
    const answer = await change({ firstName: name })
    const holder = `${name} ${user.firstSurname}`
    const { loyalties: held } = await ana.call(loyalties, {})
    expect(held.map((one) => one.holder)).toEqual(held.map(() => holder))
    expect(answer.loyalties).toEqual(held)
    const diego = await server.as('diego')
    for (const { loyaltyCode, programme } of held) {
      const own = await ana.call(activeMembershipList, { loyaltyCode })
      const all = await diego.call(activeMembershipList, { loyaltyCode: programme, count: 1000 })
      const found = all.memberships.filter((one) => one.loyaltyCode === loyaltyCode)
      expect([...own.memberships, ...found].map((one) => one.holder)).toEqual([holder, holder])
    }
    const { data } = await ana.call(exportData, {})
    expect(data.afiliaciones.map((row) => row['holder'])).toEqual(held.map(() => holder))
    // The names of other people stay.
    const { rows } = await server.context.db.execute(
      sql`select 1 from loyalty where holder = ${holder}`,
    )
    expect(rows).toHaveLength(held.length)
    await change({ firstName: user.firstName })
  })

  test('corrects a birthdate once; the same date is no correction', async () => {
    const gabi = await createPersonLike(server, 'gabi', 'fede')
    const correct = async (birthdate: string) =>
      (await gabi.call(updateUser, { user: { birthdate } })).responseHeader
    const { user } = await gabi.call(userData, {})
    expect((await correct(user.birthdate)).responseCode).toBe('00')
    const both = await Promise.all([correct('15/03/1987'), correct('16/03/1987')])
    expect(both.map(({ responseCode }) => responseCode).toSorted()).toEqual(['00', '05'])
    const { birthdate } = (await gabi.call(userData, {})).user
    expect(['19870315', '19870316']).toContain(birthdate)
    expect((await correct(birthdate)).responseCode).toBe('00')
    expect((await correct('17/03/1987')).responseDescription).toBe(BIRTHDATE_CORRECTED)
  })

  /** Names of columns, of session fields and of plausible fields. */
  const forbidden = [
    'id',
    'email',
    'passwordHash',
    'password_hash',
    'password',
    'confirmedAt',
    'consentAt',
    'deletedAt',
    'documentNumber',
    'createdAt',
    'roles',
    'loyalties',
    'verified',
    'isAdmin',
    'points',
    'userSessionToken',
  ]

  test('leaves a field that is null or absent as it is', async () => {
    const before = await personByEmail(server.context.db, ANA)
    const answer = await change({ sex: null, mobile: null, firstName: 'Anita' })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect(await personByEmail(server.context.db, ANA)).toEqual({ ...before, firstName: 'Anita' })
  })

  test('ignores all other fields', async () => {
    const keys = fc.oneof(fc.constantFrom(...forbidden), fc.string())
    const values = fc.oneof(fc.jsonValue(), fc.constant([{ code: '1' }]), fc.constant('1'))
    const profile = ['firstName', 'firstSurname', 'birthdate', 'sex', 'mobile', 'address']
    const before = await personByEmail(server.context.db, ANA)
    await fc.assert(
      fc.asyncProperty(fc.dictionary(keys, values), async (extra) => {
        // Keys that the body parser refuses: server/http/jsonBody.test.ts.
        fc.pre(!/"(__proto__|constructor|toString)":/.test(JSON.stringify(extra)))
        const user = Object.fromEntries(
          Object.entries(extra).filter(([key]) => !profile.includes(key)),
        )
        const answer = await change(user)
        expect(answer.status).toBe(200)
        expect(await personByEmail(server.context.db, ANA)).toEqual(before)
      }),
      { numRuns: 60 },
    )
    expect((await ana.call(userData, {})).roles.map(({ code }) => code)).toEqual(['2'])
  })

  test.each([
    ['a name with digits', { firstName: '4n4' }, /nombre lleva solo letras/],
    ['another e-mail', { email: 'otra@demo.surtidor.uy' }, /te mandamos un código a cada correo/],
    ['a future birthdate', { birthdate: '20990101' }, /futura/],
    ['an invalid mobile number', { mobile: '12' }, /celular no es válido/],
    ['an address of one word', { address: 'Salto' }, /calle, ciudad y país/],
    ['a name with a control character', { firstName: 'A\u0000na' }, /caracteres|letras/],
  ])('rejects %s and changes nothing', async (_name, bent, sentence) => {
    const before = await personByEmail(server.context.db, ANA)
    const answer = await change({ sex: 'X', ...bent })
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(answer.responseHeader.responseDescription).toMatch(sentence)
    expect(await personByEmail(server.context.db, ANA)).toEqual(before)
  })

  // Last: it advances the clock beyond ana's session.
  test('S6: no edits of a minor, at any time, let them pay before the registered birthdate does', async () => {
    const born = '20091130'
    await createPersonLike(server, 'gadea', 'fede')
    await server.context.db.execute(
      `update person set birthdate = '2009-11-30' where email = 'gadea@demo.surtidor.uy'`,
    )
    const dates = fc.constantFrom(
      '20070101',
      '20081001',
      '20091129',
      '20091130',
      '20091201',
      '20100901',
    )
    const steps = fc.array(fc.record({ to: dates, days: fc.nat(60) }), {
      minLength: 4,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (edits) => {
        for (const { to, days } of edits) {
          server.wait(days * DAY_MS)
          const me = await server.as('gadea')
          await me.call(updateUser, { user: { birthdate: to, sex: 'X' } })
          const { user } = await me.call(userData, {})
          const today = dayOf(server.context.now())
          if (ageOn(today, user.birthdate) >= ADULT_AGE)
            expect(ageOn(today, born)).toBeGreaterThanOrEqual(ADULT_AGE)
        }
      }),
      { numRuns: 8 },
    )
  })
})
