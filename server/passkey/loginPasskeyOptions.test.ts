import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { loginPasskeyOptions } from '#contract/passkey/loginPasskeyOptions.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('loginPasskeyOptions', () => {
  test('answers everybody the same but for the challenge, and stores nothing', async () => {
    const stranger = await server.stranger.call(loginPasskeyOptions, {})
    const ana = await (await server.as('ana')).call(loginPasskeyOptions, {})
    expect(stranger.options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{72}$/) as string,
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    })
    expect({ ...ana.options, challenge: '' }).toEqual({ ...stranger.options, challenge: '' })
    expect(ana.options.challenge).not.toBe(stranger.options.challenge)
    const { rows } = await server.context.db.execute(sql`select * from used_challenge`)
    expect(rows).toEqual([])
  })
})
