import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { ENROLMENT_CODE_REQUIRED, WRONG_ENROLMENT_CODE } from '#contract/fields/groupedCode.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { SESSION_OVER } from '#contract/responseCodes.ts'
import type { RoleCode } from '#contract/roles.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { login } from '#contract/user/login.ts'
import { setRole } from '#db/accounts/roles.ts'
import { PASSWORD, type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()

const FEDE = 'fede@demo.surtidor.uy'
const CODE = '7KD2MVX97KD2MVX9'

interface GivenRole {
  role?: RoleCode
  removesFactor?: boolean
  code?: string
}
/** The effect of `npm run role`. */
const giveRole = (
  email: string,
  { role = '4', removesFactor = false, code = CODE }: GivenRole = {},
) =>
  setRole(server.context.db, email, {
    role,
    removesFactor,
    codeHash: createHash('sha256').update(code).digest(),
    codeExpiresAt: new Date(server.context.now().getTime() + DAY_MS),
    now: server.context.now(),
  })
async function enrol(who: Person, enrolmentCode: string) {
  const answer = await who.call(enrolSecondFactor, { password: PASSWORD, enrolmentCode })
  return {
    ...answer,
    sentence: answer.status === 429 ? '429' : answer.responseHeader.responseDescription,
  }
}
async function confirm(who: Person, secret: string) {
  const timestamp = server.context.now().getTime()
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
  const { responseHeader, userSessionToken } = await who.call(confirmSecondFactor, { code })
  return { sentence: responseHeader.responseDescription, token: userSessionToken }
}

describe('S12: the first second factor of an operator', () => {
  test('the factor is enrolled with the code of the command line, however it is typed', async () => {
    expect(await giveRole(FEDE)).toBe('codeStored')
    const fede = await server.enter(FEDE)
    const { secret, sentence } = await enrol(fede, ' 7kd2-mvx9 7kd2-mvx9')
    expect(sentence).toBe('AUTORIZADO')
    const { token } = await confirm(fede, secret)
    const raised = server.session(token)
    expect((await raised.call(membershipRequestList, {})).responseHeader.responseCode).toBe('00')
  })

  test('the factor is not enrolled with the password alone', async () => {
    await giveRole(FEDE)
    const thief = await server.enter(FEDE)
    expect((await enrol(thief, '')).sentence).toBe(ENROLMENT_CODE_REQUIRED)
    expect((await enrol(thief, '0000000000000000')).sentence).toBe(WRONG_ENROLMENT_CODE)
    expect((await enrol(thief, 'corto')).sentence).toMatch(/16 letras y números/)
    const { rows } = await server.context.db.execute(
      `select 1 from second_factor join person on person.id = person_id where email = '${FEDE}'`,
    )
    expect(rows).toEqual([])
  })

  test('the factor is enrolled again while it is not confirmed, and once in all', async () => {
    await giveRole(FEDE)
    const fede = await server.enter(FEDE)
    const first = await enrol(fede, CODE)
    // The page was closed before the key was scanned.
    const second = await enrol(fede, CODE)
    expect((await confirm(fede, first.secret)).sentence).toMatch(/no es correcto/)
    expect((await confirm(fede, second.secret)).sentence).toBe('AUTORIZADO')
    await server.context.db.execute('delete from second_factor')
    expect((await enrol(await server.enter(FEDE), CODE)).sentence).toBe(WRONG_ENROLMENT_CODE)
  })

  test('one of two concurrent enrolments with one code succeeds', async () => {
    await giveRole(FEDE)
    const [one, other] = [await server.enter(FEDE), await server.enter(FEDE)]
    const secrets = await Promise.all([enrol(one, CODE), enrol(other, CODE)])
    const answers = await Promise.all([
      confirm(one, secrets[0].secret),
      confirm(other, secrets[1].secret),
    ])
    const sentences = answers.map(({ sentence }) => sentence)
    expect(sentences.filter((sentence) => sentence === 'AUTORIZADO')).toHaveLength(1)
    const { rows } = await server.context.db.execute(
      'select (select count(*)::int from enrolment_code) as codes, f.confirmed_at is not null as confirmed from second_factor f join person p on p.id = f.person_id where email = ' +
        `'${FEDE}'`,
    )
    expect(rows).toEqual([{ codes: 0, confirmed: true }])
  })

  test('the factor is not enrolled or confirmed with an expired code', async () => {
    await giveRole(FEDE)
    server.wait(DAY_MS - HOUR_MS)
    const fede = await server.enter(FEDE)
    const { secret } = await enrol(fede, CODE)
    server.wait(HOUR_MS)
    expect((await confirm(fede, secret)).sentence).toBe(WRONG_ENROLMENT_CODE)
    expect((await enrol(fede, CODE)).sentence).toBe(WRONG_ENROLMENT_CODE)
  })

  test('an enrolment that began before the newest code is not confirmed with it', async () => {
    await giveRole(FEDE)
    const { secret } = await enrol(await server.enter(FEDE), CODE)
    await giveRole(FEDE, { code: 'ZZZZZZZZZZZZZZZZ' })
    const fede = await server.enter(FEDE)
    expect((await confirm(fede, secret)).sentence).toMatch(/Todavía no tenés/)
    expect((await enrol(fede, CODE)).sentence).toBe(WRONG_ENROLMENT_CODE)
    expect((await enrol(fede, 'ZZZZZZZZZZZZZZZZ')).sentence).toBe('AUTORIZADO')
  })

  test('delays wrong codes', async () => {
    await giveRole(FEDE)
    const thief = await server.enter(FEDE)
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push((await enrol(thief, `000000000000000${i}`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('a lost second factor', () => {
  const DIEGO = 'diego@demo.surtidor.uy'

  test('the factor stays when the role is given again, without a code', async () => {
    expect(await giveRole(DIEGO)).toBe('given')
    const diego = await server.as('diego')
    expect((await diego.call(membershipRequestList, {})).responseHeader.responseCode).toBe('00')
  })

  test('the factor is removed with its sessions, and the code enrols a new one', async () => {
    const before = await server.as('diego')
    expect(await giveRole(DIEGO, { removesFactor: true })).toBe('codeStored')
    expect((await before.call(membershipRequestList, {})).responseHeader.responseDescription).toBe(
      SESSION_OVER,
    )
    const diego = await server.enter(DIEGO)
    expect((await enrol(diego, '')).sentence).toBe(ENROLMENT_CODE_REQUIRED)
    const { secret } = await enrol(diego, CODE)
    expect((await confirm(diego, secret)).sentence).toBe('AUTORIZADO')
  })

  test('a person who drives again needs no second factor', async () => {
    expect(await giveRole(DIEGO, { role: '2', removesFactor: true })).toBe('given')
    const answer = await server.stranger.call(login, { user: DIEGO, password: PASSWORD })
    expect(answer.secondFactor).toBe('none')
  })
})
