import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { CHALLENGE_LIFETIME } from '#contract/entities/passkey.ts'
import { CHALLENGE_OVER } from '#contract/passkey/loginPasskey.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { registerPasskey } from '#contract/passkey/registerPasskey.ts'
import { registerPasskeyOptions } from '#contract/passkey/registerPasskeyOptions.ts'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import { sessions } from '#contract/user/sessions.ts'
import { userData } from '#contract/user/userData.ts'
import { createPersonLike, giveEnrolmentCode } from '#testing/harness/createPerson.ts'
import { addPasskey } from '#testing/harness/passkeySteps.ts'
import { createPasskey } from '#testing/harness/softAuthenticator.ts'
import { startForEachTest, startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const fede = startForFile(() => server.as('fede'))
const ana = startForEachTest(() => server.as('ana'))

const optionsFor = async (person: Person) =>
  (await person.call(registerPasskeyOptions, { password: PASSWORD })).options
const count = async (person: Person) => (await person.call(passkeys, {})).passkeys.length
const code = ({ responseHeader }: { responseHeader: { responseCode: string } }) =>
  responseHeader.responseCode

describe('registerPasskey', () => {
  test('adds the passkey, and tells its owner by email and notification', async () => {
    const { listed } = await addPasskey(ana)
    expect(listed).toMatchObject({ name: 'La app en un Android', lastUse: '', synced: true })
    expect(await ana.call(passkeys, {})).toMatchObject({ passkeys: [listed] })
    const [mail] = await server.mailsTo('ana@demo.surtidor.uy')
    expect(mail?.subject).toBe('Agregaste una llave de acceso')
    const { notifications: received } = await ana.call(notifications, {})
    expect(received[0]?.title).toBe('Agregaste una llave de acceso')
    const { rows } = await server.context.db.execute(
      sql`select action, subject from audit order by seq desc limit 1`,
    )
    expect(rows).toEqual([{ action: 'addPasskey', subject: listed.passkeyId }])
  })

  test('refuses a credential that it has', async () => {
    const { credential } = createPasskey(await optionsFor(fede))
    accepted(await fede.call(registerPasskey, { credential }))
    const before = await count(fede)
    const again = await fede.call(registerPasskey, { credential })
    expect(again.responseHeader.reason).toBe('passkey_refused')
    expect(await count(fede)).toBe(before)
  })

  test.each<[what: string, wrong: Parameters<typeof createPasskey>[1]]>([
    ['another origin', { origin: 'https://surtidor.example' }],
    ['another site', { rpId: 'surtidor.example' }],
    ['no verification of the person', { verified: 'present' }],
    ['an absent person', { verified: 'absent' }],
    ['the type of a login', { type: 'webauthn.get' }],
    ['a challenge of its own', { challenge: 'AAAA' }],
    ['an attestation that is not asked for', { format: 'fido-u2f' }],
    [
      'certificates, whose revocation lists would be fetched',
      { format: 'packed', statement: new Map<string, unknown>([['x5c', [new Uint8Array(9)]]]) },
    ],
    ['a format that does not exist', { format: 'x' }],
  ])('refuses a passkey with %s', async (_what, wrong) => {
    const before = await count(ana)
    const { answer } = await addPasskey(ana, wrong)
    expect([answer.status, code(answer)]).toEqual([200, '05'])
    expect(await count(ana)).toBe(before)
  })

  test('refuses a challenge of another session, of another purpose, or of another person', async () => {
    const before = await count(ana)
    const other = await server.as('ana')
    const { options: toShow } = await ana.call(secondFactorPasskeyOptions, {})
    const own = await optionsFor(ana)
    for (const options of [
      await optionsFor(other),
      await optionsFor(fede),
      { ...own, challenge: toShow.challenge },
    ])
      expect(code(await ana.call(registerPasskey, createPasskey(options)))).toBe('05')
    expect(await count(ana)).toBe(before)
  })

  test('S14: refuses a challenge that another passkey has used, also at the same time', async () => {
    const options = await optionsFor(ana)
    const before = await count(ana)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ana.call(registerPasskey, createPasskey(options))),
    )
    expect(answers.map(code).toSorted()).toEqual(['00', '05', '05', '05'])
    expect(await count(ana)).toBe(before + 1)
    const late = await ana.call(registerPasskey, createPasskey(options))
    expect(late.responseHeader.responseDescription).toBe(CHALLENGE_OVER)
  })

  test('refuses a challenge after five minutes', async () => {
    const options = await optionsFor(ana)
    server.wait(CHALLENGE_LIFETIME)
    const late = await ana.call(registerPasskey, createPasskey(options))
    expect(late.responseHeader.responseDescription).toBe(CHALLENGE_OVER)
  })

  test('refuses the credential of another account', async () => {
    const { credential } = createPasskey(await optionsFor(ana))
    expect(code(await ana.call(registerPasskey, { credential }))).toBe('00')
    const options = await optionsFor(fede)
    const copy = createPasskey(options).credential
    const taken = { ...copy, id: credential.id, rawId: credential.id }
    expect(code(await fede.call(registerPasskey, { credential: taken }))).toBe('05')
    expect(code(await fede.call(registerPasskey, { credential }))).toBe('05')
  })

  test('refuses malformed fields with a sentence, and a huge body with 413', async () => {
    const { credential } = createPasskey(await optionsFor(ana))
    const { response } = credential
    for (const wrong of [
      { ...credential, id: 'ñ!' },
      { ...credential, type: 'password' },
      { ...credential, response: { ...response, attestationObject: 'A'.repeat(8_001) } },
      { ...credential, response: { ...response, attestationObject: '####' } },
      { ...credential, response: { ...response, transports: ['<b>'] } },
      { ...credential, response: null },
      'text',
    ]) {
      const answer = await ana.call(registerPasskey, { credential: wrong as never })
      expect(answer.responseHeader).toMatchObject({
        responseCode: '05',
        responseDescription: expect.stringMatching(/^[A-ZÁÉÍÓÚ«].*\.$/) as string,
      })
    }
    // Bytes that are no CBOR, or nested without end.
    for (const attestationObject of ['AAAA', 'gYGB'.repeat(1_900), 'o2NmbXQ', '_____w'])
      expect(
        code(
          await ana.call(registerPasskey, {
            credential: { ...credential, response: { ...response, attestationObject } },
          }),
        ),
      ).toBe('05')
    const huge = { ...credential, response: { ...response, attestationObject: 'A'.repeat(20_000) } }
    expect((await ana.call(registerPasskey, { credential: huge })).status).toBe(413)
  })

  test('is the first second factor of an operator, with the one-time code used up', async () => {
    await createPersonLike(server, 'olga', 'diego')
    const email = 'olga@demo.surtidor.uy'
    await server.context.db.execute(
      sql`delete from second_factor where person_id = (select id from person where email = ${email})`,
    )
    const logIn = async () => {
      const { user, secondFactor } = await server.stranger.call(login, {
        user: email,
        password: PASSWORD,
      })
      const person = server.session(user.userSessionToken)
      return { person, secondFactor }
    }
    const { person: olga, secondFactor } = await logIn()
    const other = (await logIn()).person
    expect(secondFactor).toBe('none')
    const refused = await olga.call(registerPasskeyOptions, { password: PASSWORD })
    expect(refused.responseHeader.responseDescription).toContain('código de activación')
    const enrolmentCode = await giveEnrolmentCode(server.context, email)
    const fields = { password: PASSWORD, enrolmentCode }
    const { options } = await olga.call(registerPasskeyOptions, fields)
    const late = await other.call(registerPasskeyOptions, fields)
    const { credential } = createPasskey(options)
    const { userSessionToken = '' } = await olga.call(registerPasskey, { credential })
    expect(userSessionToken).toHaveLength(43)
    expect(code(await olga.call(userData, {}))).toBe('88')
    const raised = server.session(userSessionToken)
    expect(await raised.call(userData, {})).toMatchObject({ secondFactor: 'shown' })
    expect((await raised.call(sessions, {})).sessions).toHaveLength(1)
    // The other enrolment with the same code ends with its session.
    expect(code(await other.call(registerPasskey, createPasskey(late.options)))).toBe('88')
    expect((await logIn()).secondFactor).toBe('notShown')
  })
})
