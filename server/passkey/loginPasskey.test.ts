import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { CHALLENGE_LIFETIME } from '#contract/entities/passkey.ts'
import { CHALLENGE_OVER, loginPasskey, UNKNOWN_PASSKEY } from '#contract/passkey/loginPasskey.ts'
import { loginPasskeyOptions } from '#contract/passkey/loginPasskeyOptions.ts'
import { removePasskey } from '#contract/passkey/removePasskey.ts'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { sessions } from '#contract/user/sessions.ts'
import { userData } from '#contract/user/userData.ts'
import { purgeExpired } from '#db/retention.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { addPasskey, signInBy } from '#testing/harness/passkeySteps.ts'
import { type SoftPasskey, signChallenge } from '#testing/harness/softAuthenticator.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { codesIn, PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

let hers: SoftPasskey
const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))
beforeAll(async () => {
  hers = (await addPasskey(ana)).passkey
})

const code = ({ responseHeader }: { responseHeader: { responseCode: string } }) =>
  responseHeader.responseCode
const options = async () => (await server.stranger.call(loginPasskeyOptions, {})).options
const from = (token: string) => server.session(token)
const refusals = async (reason: string) =>
  (await server.context.metrics.refused.get()).values.find(({ labels }) => labels.reason === reason)
    ?.value
/** Headers of the app in a browser. */
const BROWSER = { headers: { origin: 'http://localhost:3000' } }

describe('loginPasskey', () => {
  test('opens a session and answers exactly as login does', async () => {
    const { user, ...rest } = await server.stranger.call(login, {
      user: 'ana@demo.surtidor.uy',
      password: PASSWORD,
    })
    const answer = await signInBy(server, hers)
    expect(answer.loyalties).toEqual(rest.loyalties)
    expect(answer.secondFactor).toBe(rest.secondFactor)
    expect({ ...answer.user, userSessionToken: '' }).toEqual({ ...user, userSessionToken: '' })
    expect(answer.responseHeader.updatedData).toEqual(rest.responseHeader.updatedData)
    const session = from(answer.user.userSessionToken)
    expect(await session.call(userData, {})).toMatchObject({ secondFactor: 'none' })
  })

  test('binds the session of a browser to its cookie, and stores the device', async () => {
    const answer = await signInBy(
      server,
      hers,
      {},
      {
        headers: { ...BROWSER.headers, 'user-agent': 'Mozilla/5.0 (Windows) Firefox/140.0' },
        header: { version: 'b-1.7.0' },
      },
    )
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect(cookies.toSorted()).toEqual(['XSRF-TOKEN', 'binder', 'device'])
    const token = answer.user.userSessionToken
    expect(code(await from(token).call(userData, {}, BROWSER))).toBe('88')
    const { sessions: all } = await ana.call(sessions, {})
    expect(all.map(({ device }) => device)).toContain('Firefox en Windows')
  })

  test.each<[what: string, wrong: Parameters<typeof signChallenge>[2]]>([
    ['another origin', { origin: 'https://surtidor.example' }],
    ['another site', { rpId: 'surtidor.example' }],
    ['no verification of the person', { verified: 'present' }],
    ['an absent person', { verified: 'absent' }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['a challenge that the server did not make', { challenge: 'A'.repeat(72) }],
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['the handle of another account', { userHandle: 'XQyl4AAAgACAAAAA_____w' }],
    ['no handle', { userHandle: '' }],
  ])('refuses a passkey with %s, and never as an unknown one', async (_what, wrong) => {
    const before = (await refusals('passkey')) ?? 0
    const answer = await signInBy(server, hers, wrong)
    expect(answer.responseHeader.responseDescription).toMatch(/^No pudimos ingresar con esa llave/)
    expect([answer.status, code(answer), answer.headers.getSetCookie()]).toEqual([200, '05', []])
    expect(await refusals('passkey')).toBe(before + 1)
    expect(code(await signInBy(server, hers))).toBe('00')
  })

  test('S14: opens one session for one challenge, however often it is sent at once', async () => {
    const credential = signChallenge(hers, await options())
    const count = async () => (await ana.call(sessions, {})).sessions.length
    const before = await count()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => server.stranger.call(loginPasskey, { credential })),
    )
    expect(answers.map(code).toSorted()).toEqual(['00', '05', '05', '05', '05', '05'])
    expect(await count()).toBe(before + 1)
    const late = await server.stranger.call(loginPasskey, { credential })
    expect(late.responseHeader.responseDescription).toBe(CHALLENGE_OVER)
  })

  test('refuses a challenge after five minutes, and remembers used ones until then', async () => {
    const given = await options()
    server.wait(CHALLENGE_LIFETIME)
    const credential = signChallenge(hers, given)
    const late = await server.stranger.call(loginPasskey, { credential })
    expect(late.responseHeader.responseDescription).toBe(CHALLENGE_OVER)
    await signInBy(server, hers)
    const used = async () =>
      (await server.context.db.execute(sql`select hash from used_challenge`)).rows.length
    await purgeExpired(server.context.db, server.context.now())
    expect(await used()).toBeGreaterThan(0)
    server.wait(CHALLENGE_LIFETIME + 1)
    await purgeExpired(server.context.db, server.context.now())
    expect(await used()).toBe(0)
  })

  test('refuses a challenge of a session', async () => {
    const { options: toShow } = await ana.call(secondFactorPasskeyOptions, {})
    const credential = signChallenge(hers, toShow)
    expect(code(await server.stranger.call(loginPasskey, { credential }))).toBe('05')
  })

  test('refuses a counter that did not rise, and counts it apart', async () => {
    const copy = { ...hers }
    expect(code(await signInBy(server, hers))).toBe('00')
    const before = (await refusals('passkey_counter')) ?? 0
    const answer = await signInBy(server, copy)
    expect(answer.responseHeader.responseDescription).toContain('copiada')
    expect(await refusals('passkey_counter')).toBe(before + 1)
    expect(code(await signInBy(server, hers))).toBe('00')
  })

  test('accepts a passkey that does not count', async () => {
    const gabi = await createPersonLike(server, 'gabi', 'fede')
    const { passkey } = await addPasskey(gabi, { counts: false })
    for (let time = 0; time < 3; time++) expect(code(await signInBy(server, passkey))).toBe('00')
  })

  test('delays the refusals of a passkey, and of no other', async () => {
    const hugo = await createPersonLike(server, 'hugo', 'fede')
    const { passkey } = await addPasskey(hugo)
    const wrong = { origin: 'https://surtidor.example' }
    for (let tries = 0; tries < 5; tries++)
      expect(code(await signInBy(server, passkey, wrong))).toBe('05')
    expect((await signInBy(server, passkey)).status).toBe(429)
    expect(code(await signInBy(server, hers))).toBe('00')
    server.wait(1_000)
    expect(code(await signInBy(server, passkey))).toBe('00')
  })

  test('delays a passkey, however its id is spelt', async () => {
    const irma = await createPersonLike(server, 'irma', 'fede')
    const { passkey } = await addPasskey(irma)
    const text = passkey.id.toString('base64url')
    const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    const spellings = alphabet
      .map((sign) => text.slice(0, -1) + sign)
      .filter((id) => Buffer.from(id, 'base64url').equals(passkey.id))
    expect(spellings).toHaveLength(4)
    for (const id of [...spellings, text]) {
      const signed = signChallenge(passkey, await options(), { origin: 'https://surtidor.example' })
      const credential = { ...signed, id, rawId: id }
      expect(code(await server.stranger.call(loginPasskey, { credential }))).toBe('05')
    }
    expect((await signInBy(server, passkey)).status).toBe(429)
  })

  test('refuses malformed fields with a sentence, and a huge body with 413', async () => {
    const credential = signChallenge(hers, await options())
    const { response } = credential
    for (const wrong of [
      null,
      { ...credential, rawId: 'AAAA' },
      { ...credential, id: '' },
      { ...credential, response: { ...response, signature: 'a=b' } },
      { ...credential, response: { ...response, authenticatorData: 'AAAA' } },
      { ...credential, response: { ...response, clientDataJSON: 'AAAA' } },
      { ...credential, response: { ...response, userHandle: 'x'.repeat(101) } },
    ]) {
      const answer = await server.stranger.call(loginPasskey, { credential: wrong as never })
      expect([answer.status, code(answer)]).toEqual([200, '05'])
      server.wait(60_000)
    }
    const huge = { ...credential, id: 'A'.repeat(20_000) }
    expect((await server.stranger.call(loginPasskey, { credential: huge })).status).toBe(413)
  })

  test('gives an operator a session that has shown the second factor, in a browser only', async () => {
    const diego = await server.as('diego')
    const { passkey } = await addPasskey(diego)
    const answer = await signInBy(server, passkey)
    expect(answer.secondFactor).toBe('shown')
    const session = from(answer.user.userSessionToken)
    expect(await session.call(userData, {})).toMatchObject({ secondFactor: 'shown' })
    const { rows } = await server.context.db.execute(
      sql`select action, detail from audit order by seq desc limit 1`,
    )
    expect(rows).toEqual([{ action: 'login', detail: { secondFactor: true, passkey: true } }])
    const inPhone = { headers: { origin: 'https://localhost' } }
    const refused = await signInBy(server, passkey, {}, inPhone)
    expect(refused.responseHeader.responseDescription).toContain('desde el navegador')
  })

  test('answers 86 for an account that is not confirmed', async () => {
    const ines = await createPersonLike(server, 'ines', 'fede')
    const { passkey } = await addPasskey(ines)
    await server.context.db.execute(
      sql`update person set confirmed_at = null where email = 'ines@demo.surtidor.uy'`,
    )
    expect(code(await signInBy(server, passkey))).toBe('86')
  })

  test('refuses a passkey that was removed in the words of an unknown one, counted as others', async () => {
    const juan = await createPersonLike(server, 'juan', 'fede')
    const { passkey, listed } = await addPasskey(juan)
    await juan.call(removePasskey, { passkeyId: listed.passkeyId })
    const before = (await refusals('passkey')) ?? 0
    for (const unknown of [passkey, { ...hers, id: Buffer.alloc(32, 7) }]) {
      const { responseHeader, headers } = await signInBy(server, unknown)
      expect([responseHeader.responseCode, responseHeader.responseDescription]).toEqual([
        '05',
        UNKNOWN_PASSKEY,
      ])
      expect(headers.getSetCookie()).toEqual([])
    }
    expect(await refusals('passkey')).toBe(before + 2)
  })

  test('refuses the passkeys of a deleted account, whose rows are gone', async () => {
    const kike = await createPersonLike(server, 'kike', 'fede')
    const { passkey } = await addPasskey(kike)
    await kike.call(deleteAccount, { password: PASSWORD })
    expect(code(await signInBy(server, passkey))).toBe('05')
    const { rows } = await server.context.db.execute(
      sql`select 1 from passkey where credential_id = ${passkey.id}`,
    )
    expect(rows).toEqual([])
  })

  test('a reset by email removes the passkeys of a driver and tells them, and keeps those of an operator', async () => {
    const reset = async (name: string) => {
      const user = `${name}@demo.surtidor.uy`
      await server.stranger.call(resetPassword, { user })
      const mail = (await server.mailsTo(user)).find(({ subject }) => /Elegí una/.test(subject))
      const answer = await server.stranger.call(confirmResetPassword, {
        user,
        password: 'otra nafta del cielo',
        code: codesIn(mail ?? { text: '' }).token,
      })
      expect(code(answer)).toBe('00')
      return (await server.mailsTo(user)).map(({ subject }) => subject)
    }
    const lola = await createPersonLike(server, 'lola', 'fede')
    const { passkey } = await addPasskey(lola)
    expect(await reset('lola')).toContain('Quitamos tus llaves de acceso')
    expect(code(await signInBy(server, passkey))).toBe('05')
    const mara = await createPersonLike(server, 'mara', 'diego')
    const factor = (await addPasskey(mara)).passkey
    expect(await reset('mara')).not.toContain('Quitamos tus llaves de acceso')
    expect(code(await signInBy(server, factor))).toBe('00')
  })
})
