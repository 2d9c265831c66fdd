import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { boundSecret, decryptSecret, encryptSecret, newSecret } from '#server/auth/totp.ts'
import {
  freshCode,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '#testing/harness/testServer.ts'

const DIEGO = 'diego@demo.surtidor.uy'
const ELENA = 'elena@demo.surtidor.uy'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The text that version 1.7 stored for a secret. */
function sealedAsBefore(secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', server.context.config.secret, '', 'second factor', 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const parts = [nonce, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return ['v1', ...parts].join('.')
}

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
  test('a secret copied to the row of another person opens nothing there', async () => {
    const secret = newSecret(server.context)
    await store(DIEGO, encryptSecret(server.context, await idOf(DIEGO), secret))
    await store(ELENA, await storedOf(DIEGO))
    expect(await logIn(ELENA, codeOf(secret))).toBe('05')
    expect(await logIn(DIEGO, codeOf(secret))).toBe('00')
  })

  test('a secret of version 1.7 opens, and its first use binds it to its person', async () => {
    const secret = newSecret(server.context)
    await store(DIEGO, sealedAsBefore(secret))
    expect(await logIn(DIEGO, codeOf(secret))).toBe('00')
    const bound = await storedOf(DIEGO)
    expect(bound).toMatch(/^v2\./)
    await store(ELENA, bound)
    expect(await logIn(ELENA, codeOf(secret))).toBe('05')
    expect(await logIn(DIEGO, await freshCode(server.context, DIEGO))).toBe('00')
  })

  test('binding keeps the secret, and a bound one is not bound again', () => {
    const { context } = server
    const secret = newSecret(context)
    const personId = 'a person'
    const bound = boundSecret(context, { personId, stored: sealedAsBefore(secret) }) ?? ''
    expect(decryptSecret(context.config, { personId, stored: bound })).toBe(secret)
    expect(boundSecret(context, { personId, stored: bound })).toBeNull()
    expect(decryptSecret(context.config, { personId: 'another', stored: bound })).toBeNull()
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
