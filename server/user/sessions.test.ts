import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { endSession } from '#contract/user/endSession.ts'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import { sessions } from '#contract/user/sessions.ts'
import { PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const FEDE = 'fede@demo.surtidor.uy'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0'

describe('sessions', () => {
  test('answers the sessions in force, this one first, with device and last use', async () => {
    const fields = { user: FEDE, password: PASSWORD }
    const fromBrowser = await server.stranger.call(login, fields, {
      header: { version: 'b-1.7.0' },
      headers: { 'user-agent': FIREFOX },
    })
    server.wait(DAY_MS)
    const fromPhone = await server.stranger.call(login, fields, {
      header: {
        version: 'a-1.7.0',
        additionalData: { manufacturer: 'Samsung', model: 'SM-A155M', serial: 'R5CX' },
      },
    })
    const phone = server.session(fromPhone.user.userSessionToken)
    const browser = server.session(fromBrowser.user.userSessionToken)
    server.wait(2 * HOUR_MS)
    await browser.call(roles, {})
    const answer = await phone.call(sessions, {})
    expect(answer.sessions).toEqual([
      {
        sessionId: expect.stringMatching(/^[\da-f-]{36}$/),
        platform: 'a',
        device: 'Samsung SM-A155M',
        since: '20260908120000',
        lastUse: '20260908140000',
        current: true,
      },
      {
        sessionId: expect.stringMatching(/^[\da-f-]{36}$/),
        platform: 'b',
        device: 'Firefox en Windows',
        since: '20260907120000',
        lastUse: '20260908140000',
        current: false,
      },
    ])
    expect(JSON.stringify(answer)).not.toContain('R5CX')
  })

  test('answers none of another person, and none that has ended', async () => {
    const ana = await server.as('ana')
    expect((await ana.call(sessions, {})).sessions).toHaveLength(1)
    server.wait(31 * DAY_MS)
    const later = await server.as('ana')
    expect((await later.call(sessions, {})).sessions).toHaveLength(1)
  })

  test('a session that was ended elsewhere is told from one that expired', async () => {
    const [kept, ended] = [await server.as('fede'), await server.as('fede')]
    const { sessions: mine } = await kept.call(sessions, {})
    const sessionId = mine.find(({ current, since }) => !current && since)?.sessionId ?? ''
    const reasonOf = async (person: typeof kept) => {
      const { responseCode, reason } = (await person.call(roles, {})).responseHeader
      return [responseCode, reason]
    }
    await kept.call(endSession, { sessionId })
    expect(await reasonOf(ended)).toEqual(['88', 'session_ended'])
    const nobody = server.session('x'.repeat(43))
    expect(await reasonOf(nobody)).toEqual(['88', 'session_ended'])
    server.wait(31 * DAY_MS)
    expect(await reasonOf(kept)).toEqual(['88', undefined])
    expect(await reasonOf(server.stranger)).toEqual(['88', undefined])
  })
})
