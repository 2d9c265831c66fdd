import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import type { PushMessage } from '#contract/entities/pushMessage.ts'
import { pushSettings } from '#contract/push/pushSettings.ts'
import { registerPush } from '#contract/push/registerPush.ts'
import { logout } from '#contract/user/logout.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { personByEmail } from '#db/accounts/people.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { insertNotification, insertSecurityNotification } from '#db/messaging/notifications.ts'
import { createLogger } from '#server/log.ts'
import { ageJobs, runDueJobs } from '#testing/harness/jobSteps.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { NO_PUSH, startTestServer } from '#testing/harness/testServer.ts'
import { pushDevice, type TestDevice } from '#testing/push/pushDevice.ts'
import { startPushService } from '#testing/push/pushServiceStub.ts'

let phone: TestDevice
const lines: string[] = []
const service = startForEachTest(startPushService)
const server = startForEachTest(() =>
  startTestServer({
    given: { log: createLogger('trace', { write: (line) => lines.push(line) }) },
    config: { jobs: true, push: { ...NO_PUSH, origins: [service.origin] } },
  }),
)
const ana = startForEachTest(() => server.as('ana'))
beforeEach(() => {
  phone = pushDevice(`${service.origin}/phone`)
})
afterEach(() => {
  // Whatever became of the pushes, their addresses and keys are not logged.
  const { endpoint, p256dh, auth } = phone.device as Record<string, string>
  const secrets = [endpoint, p256dh, auth].filter((secret) => lines.join('').includes(secret ?? ''))
  if (secrets.length > 0) throw new Error(`the log has ${secrets.join(' ')}`)
  lines.length = 0
})

/**
 * The claims of a request's VAPID token (RFC 8292), after its signature and its key were checked.
 * @throws when the header has another form or the signature is not by the named key
 */
function vapidClaims(authorization = ''): {
  publicKey: string
  aud: string
  exp: number
  sub: string
} {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the VAPID token is not signed by its key')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as never
  return { publicKey, ...(read as { aud: string; exp: number; sub: string }) }
}

const register = (person = ana, { device } = phone, detail = false) =>
  person.call(registerPush, { device, detail })
/** Stores a notification of ana and runs the jobs that are due. */
async function notify(type: number, insert = insertNotification): Promise<string> {
  const { context } = server
  const event = `test ${randomUUID()}`
  const person = await personByEmail(context.db, 'ana@demo.surtidor.uy')
  await insert(context, context.db, {
    personId: person?.id ?? '',
    event,
    type,
    at: context.now(),
    currency: '858',
    amount: 125_000,
    title: 'Recibimos tu pago de $ 1.250',
    text: 'Nafta Súper 95, Estación Pocitos.',
    url: '/#/listPayment',
  })
  await runDueJobs([context])
  return uuidOf(`notification ${person?.id} ${event}`)
}
const sent = (device = phone): PushMessage[] =>
  service.requests.map(({ body }) => device.decrypt(body))
const results = async () =>
  Object.fromEntries(
    (await server.context.metrics.pushes.get()).values
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => [labels.result, value]),
  )

describe('pushing a notification', () => {
  test('arrives once, encrypted for the device and signed by the server', async () => {
    const { id: to } = await register()
    const id = await notify(5)
    expect(sent()).toEqual([
      {
        id,
        to,
        title: 'Surtidor',
        text: 'Tenés una novedad sobre un pago.',
        page: '/listPayment',
        at: server.context.now().getTime(),
      },
    ])
    const [{ path, headers } = { path: '', headers: {} }] = service.requests
    expect(path).toBe('/phone')
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(DAY_MS / 1_000),
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{22}$/),
    })
    const claims = vapidClaims(headers.authorization)
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:avisos@surtidor.uy' })
    expect(claims.publicKey).toBe((await ana.call(pushSettings, {})).publicKey)
    expect(await results()).toEqual({ sent: 1 })
  })

  test('says no more than its type, until the person lets the locked screen show more', async () => {
    await register()
    for (const type of [1, 2, 3, 4, 5, 6]) await notify(type)
    expect(JSON.stringify(sent())).not.toMatch(/1\.250|Nafta|Pocitos|Ana/)
    expect(new Set(sent().map(({ title }) => title))).toEqual(new Set(['Surtidor']))
    await register(ana, phone, true)
    await notify(5)
    expect(sent().at(-1)).toMatchObject({
      title: 'Recibimos tu pago de $ 1.250',
      text: 'Nafta Súper 95, Estación Pocitos.',
    })
  })

  test('reaches each device of the person and no other', async () => {
    const [tablet, feds] = [
      pushDevice(`${service.origin}/tablet`),
      pushDevice(`${service.origin}/fede`),
    ]
    await register()
    await register(await server.as('ana'), tablet)
    await register(await server.as('fede'), feds)
    await notify(1)
    expect(service.requests.map(({ path }) => path).toSorted()).toEqual(['/phone', '/tablet'])
  })

  test('leaves out a type that is off, and nothing about the security of the account', async () => {
    await register()
    await ana.call(setNotificationPreference, { type: 1, channel: 'push', enabled: false })
    await notify(1)
    expect(service.requests).toEqual([])
    await notify(1, insertSecurityNotification)
    expect(service.requests).toHaveLength(1)
    await ana.call(setNotificationPreference, { type: 1, channel: 'push', enabled: true })
    await ana.call(setNotificationPreference, { type: 1, channel: 'app', enabled: false })
    await notify(1)
    expect(service.requests).toHaveLength(1)
  })

  test('a device that its service does not know is forgotten', async () => {
    for (const status of [404, 410]) {
      await register()
      service.answerWith({ status })
      await notify(1)
      expect((await ana.call(pushSettings, {})).subscription).toBeNull()
    }
    await notify(1)
    expect(service.requests).toHaveLength(2)
    expect(await results()).toEqual({ gone: 2 })
  })

  test('is not tried again when the service refuses it or the server’s credentials', async () => {
    await register()
    for (const status of [400, 413, 401, 403, 302]) {
      service.answerWith({ status, headers: { location: `${service.origin}/elsewhere` } })
      await notify(1)
    }
    await ageJobs(server.context, DAY_MS)
    await runDueJobs([server.context])
    expect(service.requests.map(({ path }) => path)).toEqual(
      Array.from({ length: 5 }, () => '/phone'),
    )
    expect((await ana.call(pushSettings, {})).subscription).not.toBeNull()
    expect(await results()).toEqual({ refused: 3, unauthorised: 2 })
  })

  test('is tried again after the wait that the service asks for, and not before', async () => {
    await register()
    service.answerWith({ status: 429, headers: { 'retry-after': '600' } })
    const id = await notify(1)
    await ageJobs(server.context, 500_000)
    await runDueJobs([server.context])
    expect(service.requests).toHaveLength(1)
    await ageJobs(server.context, 110_000)
    await runDueJobs([server.context])
    expect(service.requests).toHaveLength(2)
    expect(sent().map((message) => message.id)).toEqual([id, id])
    expect(await results()).toEqual({ retry: 1, sent: 1 })
  })

  test('the push is sent again under the same topic and id after an uncertain answer', async () => {
    await register()
    service.answerWith({ status: 0, cut: true }, { status: 503 })
    const id = await notify(1)
    for (const wait of [1, 2]) {
      expect(service.requests).toHaveLength(wait)
      await ageJobs(server.context, 60_000)
      await runDueJobs([server.context])
    }
    expect(sent().map((message) => message.id)).toEqual([id, id, id])
    expect(new Set(service.requests.map(({ headers }) => headers.topic))).toHaveLength(1)
    expect(await results()).toEqual({ retry: 2, sent: 1 })
  })

  test('is not sent after a day, to a session that ended, or when it was read meanwhile', async () => {
    await register()
    service.answerWith(...[1, 2, 3].map(() => ({ status: 503 })))
    const read = await notify(1)
    await ana.call(readNotification, { notificationId: read })
    await ageJobs(server.context, 60_000)
    await runDueJobs([server.context])
    expect(service.requests).toHaveLength(1)

    await notify(1)
    server.wait(DAY_MS)
    await ageJobs(server.context, 60_000)
    await runDueJobs([server.context])
    expect(service.requests).toHaveLength(2)
    expect(await results()).toEqual({ retry: 2, expired: 1 })

    await notify(1)
    await ana.call(logout, {})
    await ageJobs(server.context, 60_000)
    await runDueJobs([server.context])
    expect(service.requests).toHaveLength(3)
  })

  test('a host that is not listed any more gets nothing', async () => {
    await register()
    server.context.config.push.origins.length = 0
    await notify(1)
    expect(service.requests).toEqual([])
    expect(await results()).toEqual({ refused: 1 })
  })

  test.each([
    ['rolls back', 0],
    ['commits', 1],
  ])('a transaction that %s leaves %i jobs', async (end, count) => {
    await register()
    const { db, now, jobs } = server.context
    const person = await personByEmail(db, 'ana@demo.surtidor.uy')
    const queued = (on: Db) => on.$count(sql`jobs.job where name = 'push'`)
    const transaction = db.transaction(async (tx) => {
      const row = { personId: person?.id ?? '', type: 1, at: now(), title: 'Nada', text: 'Nada.' }
      await insertNotification({ jobs }, tx, { ...row, event: end })
      expect([await queued(tx), await queued(db)]).toEqual([1, 0])
      if (count === 0) throw new Error('rolled back')
    })
    await transaction.catch(({ message }: Error) => expect(message).toBe('rolled back'))
    await runDueJobs([server.context])
    expect(await queued(db)).toBe(count)
    expect(service.requests).toHaveLength(count)
  })
})
