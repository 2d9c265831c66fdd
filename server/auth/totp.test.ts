import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { decryptSecret, encryptSecret, newSecret } from '#server/auth/totp.ts'
import { freshCode, PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

const DIEGO = 'diego@demo.surtidor.uy'
const ELENA = 'elena@demo.surtidor.uy'
const GONZALO = 'guido@demo.surtidor.uy'

const server = testServerForFile()

const idOf = async (email: string) => {
  const { rows } = await server.context.db.execute<{ id: string }>(
    sql`select id from person where email = ${email}`,
  )
  return rows[0]?.id ?? ''
}
const store = async (email: string, stored: string) =>
  await server.context.db.execute(sql`update second_factor set secret = ${stored}, last_step = 0
    where person_id = ${await idOf(email)}`)
async function storedOf(email: string): Promise<string> {
  const { rows } = await server.context.db.execute<{ secret: string }>(
    sql`select secret from second_factor where person_id = ${await idOf(email)}`,
  )
  return rows[0]?.secret ?? ''
}
const logIn = async (user: string, secondFactor: string) =>
  (await server.stranger.call(login, { user, password: PASSWORD, secondFactor })).responseHeader
    .responseCode
const codeOf = (secret: string) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: server.context.now().getTime(),
  })

describe('stored secrets of second factors', () => {
  test('a code that one person used still counts for another with the same secret, once', async () => {
    const code = await freshCode(server.context, ELENA)
    expect(code).toBe(await freshCode(server.context, GONZALO))
    for (const expected of ['00', '05'])
      for (const person of [ELENA, GONZALO]) expect(await logIn(person, code)).toBe(expected)
  })

  test('a secret copied to the row of another person opens nothing there', async () => {
    const secret = newSecret(server.context)
    await store(DIEGO, encryptSecret(server.context, await idOf(DIEGO), secret))
    await store(ELENA, await storedOf(DIEGO))
    expect(await logIn(ELENA, codeOf(secret))).toBe('05')
    expect(await logIn(DIEGO, codeOf(secret))).toBe('00')
  })

  test('a secret opens for the person whose it is', () => {
    const { context } = server
    const secret = newSecret(context)
    const stored = encryptSecret(context, 'a person', secret)
    expect(decryptSecret(context.config, { personId: 'a person', stored })).toBe(secret)
    expect(decryptSecret(context.config, { personId: 'another', stored })).toBeNull()
  })

  test.each(['', 'x', '.', '..'])('a stored text changed by %j opens nothing', (change) => {
    const { context } = server
    const stored = encryptSecret(context, 'a person', newSecret(context))
    const secret = { personId: 'a person', stored: `${change || 'v'}${stored}` }
    expect(decryptSecret({ ...context.config, production: true }, secret)).toBeNull()
  })

  test('an unencrypted secret opens in development only', () => {
    const { config } = server.context
    const secret = { personId: 'a person', stored: 'SURTIDORDEMOSEGUNDOFACTORDEMOUYU' }
    expect(decryptSecret(config, secret)).toBe(secret.stored)
    expect(decryptSecret({ ...config, production: true }, secret)).toBeNull()
  })

  test('a secret that another SECRET encrypted opens nothing', () => {
    const { context } = server
    const stored = encryptSecret(context, 'a person', newSecret(context))
    const config = { ...context.config, secret: 'another secret, long enough to encrypt with' }
    expect(decryptSecret(config, { personId: 'a person', stored })).toBeNull()
  })
})
