import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { pushSettings } from '#contract/push/pushSettings.ts'
import { registerPush } from '#contract/push/registerPush.ts'
import { endSession } from '#contract/user/endSession.ts'
import { logout } from '#contract/user/logout.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { MOST_DEVICES } from '#db/messaging/pushSubscriptions.ts'
import { purgeExpired } from '#db/retention.ts'
import { PASSWORD, type Person, testServerForEachTest } from '#testing/harness/testServer.ts'
import { pushDevice } from '#testing/push/pushDevice.ts'

const server = testServerForEachTest()

const at = (name: string) => pushDevice(`https://fcm.googleapis.com/fcm/send/${name}`).device
const register = (person: Person, name: string) => person.call(registerPush, { device: at(name) })
/** Endpoints and the e-mail of their owner. */
async function owners(): Promise<string[]> {
  const { rows } = await server.context.db.execute<{ owner: string }>(sql`
    select substring(s.endpoint from '[^/]*$') || ' ' || split_part(p.email, '@', 1) as owner
    from push_subscription s join person p on p.id = s.person_id order by owner`)
  return rows.map(({ owner }) => owner)
}

describe('registerPush', () => {
  test('keeps the id of a repeat, and gives another to another session of the device', async () => {
    const ana = await server.as('ana')
    const first = await register(ana, 'phone')
    expect((await register(ana, 'phone')).id).toBe(first.id)
    expect((await register(await server.as('ana'), 'phone')).id).not.toBe(first.id)
    expect(await owners()).toEqual(['phone ana'])
  })

  test('a session has one device: a new address replaces the old one', async () => {
    const ana = await server.as('ana')
    await register(ana, 'old')
    await register(ana, 'new')
    expect(await owners()).toEqual(['new ana'])
  })

  test('a device has one owner: the next person to register it takes it over', async () => {
    const [ana, fede] = [await server.as('ana'), await server.as('fede')]
    await register(ana, 'phone')
    await register(fede, 'phone')
    expect(await owners()).toEqual(['phone fede'])
    expect((await ana.call(pushSettings, {})).subscription).toBeNull()
    await ana.call(logout, {})
    expect(await owners()).toEqual(['phone fede'])
  })

  test('the device registered longest ago gives way to the eleventh', async () => {
    for (let device = 0; device <= MOST_DEVICES; device++) {
      await register(await server.as('ana'), `d${String(device).padStart(2, '0')}`)
      server.wait(1_000)
    }
    const left = await owners()
    expect(left).toHaveLength(MOST_DEVICES)
    expect(left[0]).toBe('d01 ana')
  })

  test('logout, the end from another session and a new password remove the device', async () => {
    const [ana, second, third] = [
      await server.as('ana'),
      await server.as('ana'),
      await server.as('ana'),
    ]
    await register(ana, 'one')
    await register(second, 'two')
    await register(third, 'three')
    await third.call(logout, {})
    expect(await owners()).toEqual(['one ana', 'two ana'])
    await ana.call(endSession, { sessionId: '' })
    expect(await owners()).toEqual(['one ana'])

    const fourth = await server.as('ana')
    await register(fourth, 'four')
    const changed = await ana.call(updatePassword, {
      user: 'ana@demo.surtidor.uy',
      password: 'otra clave larga',
      currentPassword: PASSWORD,
    })
    expect(changed.responseHeader.responseCode).toBe('00')
    // The session that changed the password goes on with another token, and keeps its device.
    expect(await owners()).toEqual(['one ana'])
    const renewed = server.session(changed.userSessionToken ?? '')
    expect((await renewed.call(pushSettings, {})).subscription).not.toBeNull()
  })

  test('retention removes the device of an expired session', async () => {
    const ana = await server.as('ana')
    await register(ana, 'phone')
    const { db, now } = server.context
    await purgeExpired(db, now())
    expect(await owners()).toEqual(['phone ana'])
    await purgeExpired(db, new Date(now().getTime() + 120 * DAY_MS))
    expect(await owners()).toEqual([])
  })

  test('a token of a native app needs no keys', async () => {
    const ana = await server.as('ana')
    const token = `${'a'.repeat(40)}:APA91b-x_y`
    const device = { platform: 'android' as const, token }
    expect((await ana.call(registerPush, { device })).responseHeader.responseCode).toBe('00')
    expect(await owners()).toEqual([`${token} ana`])
  })

  test.each([
    { ...at('x'), endpoint: 'https://evil.example/x' },
    { ...at('x'), endpoint: 'http://127.0.0.1:9464/metrics' },
    { ...at('x'), endpoint: '' },
    { ...at('x'), p256dh: 'corta' },
    { ...at('x'), auth: '' },
    { platform: 'android', token: 'corto' },
    { platform: 'windows', token: 'a'.repeat(40) },
    {},
    null,
  ])('refuses %o', async (device) => {
    const ana = await server.as('ana')
    const { responseHeader } = await ana.call(registerPush, { device: device as never })
    expect(responseHeader.responseCode).toBe('05')
    expect(responseHeader.responseDescription).toMatch(/^[A-ZÁÉÍÓÚ¿].*\.$/)
    expect(await owners()).toEqual([])
  })
})
