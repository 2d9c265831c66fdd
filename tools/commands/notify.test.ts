import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerPush } from '#contract/push/registerPush.ts'
import { notifications } from '#contract/user/notifications.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { connectDb } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { announce } from '#db/messaging/announcements.ts'
import { promotionsFor } from '#db/messaging/promotions.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { runDueJobs } from '#testing/harness/jobSteps.ts'
import { NO_PUSH, startTestServer, type TestServer } from '#testing/harness/testServer.ts'
import { pushDevice } from '#testing/push/pushDevice.ts'
import { type PushServiceStub, startPushService } from '#testing/push/pushServiceStub.ts'
import { startProcess } from '#tools/startProcess.ts'

const TEXTS = ['--title', 'Lavado', '--text', 'A mitad de precio.']
const PROMOTION = ['--type', 'promotion', ...TEXTS, '--until', '2030-11-05']
/** Runs `npm run notify`. */
async function run(databaseUrl: string, args: string[]) {
  const { ended, output } = startProcess('tools/commands/notify.ts', {
    args,
    env: { ...process.env, DATABASE_URL: databaseUrl, SECRET: TEST_SECRET },
  })
  return { code: await ended, output: output() }
}
describe('npm run notify', () => {
  let service: PushServiceStub
  let server: TestServer
  beforeEach(async () => {
    service = await startPushService()
    server = await startTestServer({
      config: { jobs: true, push: { ...NO_PUSH, origins: [service.origin] } },
    })
  })
  afterEach(async () => {
    await server.close()
    await service.close()
  })
  const notify = (...args: string[]) => run(server.databaseUrl, args)
  /** As on the day of the command: the test server's clock stands months before it. */
  const seenToday = async (email: string) => {
    const person = await personByEmail(server.context.db, `${email}@demo.surtidor.uy`)
    return await promotionsFor(server.context.db, person?.id ?? '', new Date())
  }
  const promotionsOf = async (name: string) =>
    (await (await server.as(name)).call(notifications, { type: 3, count: 500 })).notifications

  test('stores a promotion and announces it once per id, and pushes it to their devices', async () => {
    const phone = pushDevice(`${service.origin}/phone`)
    await (await server.as('ana')).call(registerPush, { device: phone.device, detail: true })
    await (await server.as('fede')).call(setNotificationPreference, {
      type: 3,
      channel: 'app',
      enabled: false,
    })
    const before = await promotionsOf('ana')
    const first = await notify(...PROMOTION, '--url', '/#/map', '--id', 'lavado-30')
    expect(first).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^lavado-30: avisamos a \d+ personas, en 1 dispositivo\.\n$/,
      ) as string,
    })
    expect((await notify(...PROMOTION, '--url', '/#/map', '--id', 'lavado-30')).output).toContain(
      'a 0 personas',
    )
    expect((await notify(...PROMOTION, '--id', 'lavado-30')).output).toMatch(
      /ya hay otra promoción/,
    )
    for (const name of ['ana', 'fede'])
      expect((await seenToday(name)).filter(({ id }) => id === 'lavado-30')).toMatchObject([
        { title: 'Lavado', text: 'A mitad de precio.', dateTo: '20301105', url: '/#/map' },
      ])
    await runDueJobs([server.context])
    expect(service.requests.map(({ body }) => phone.decrypt(body))).toMatchObject([
      {
        title: 'Lavado',
        text: `${TEXTS[3]} Hasta el 5/11.`,
        page: '/promotion',
        item: 'lavado-30',
      },
    ])
    const after = await promotionsOf('ana')
    expect(after).toHaveLength(before.length + 1)
    expect(after.find(({ title }) => title === 'Lavado')).toMatchObject({
      text: 'A mitad de precio. Hasta el 5/11.',
      url: '/#/promotion?id=lavado-30',
      read: 'false',
      deleted: 'false',
    })
    expect(await promotionsOf('fede')).toEqual([])
    const broken = await checkInvariants(server.context.db)
    expect(broken).toEqual([])
  })

  test('stores neither notification nor job when its audit entry cannot be written', async () => {
    const phone = pushDevice(`${service.origin}/phone`)
    await (await server.as('ana')).call(registerPush, { device: phone.device, detail: true })
    const before = await promotionsOf('ana')
    const connection = await connectDb(server.databaseUrl, 1)
    const { jobs, now } = server.context
    const text = { title: 'Lavado', text: 'A mitad de precio.', url: '' }
    const once = { id: 'sin auditar', type: 3, email: undefined, until: undefined, now: now() }
    await expect(announce({ db: connection.db, jobs }, { ...text, ...once })).rejects.toThrow(
      /no key for the audit/,
    )
    await connection.close()
    await runDueJobs([server.context])
    expect(await promotionsOf('ana')).toEqual(before)
    expect(service.requests).toEqual([])
  })

  test('announces a promotion of a programme to its drivers only', async () => {
    const options = ['--programme', 'uber', '--stations', 'E001, E002', '--image', '/a.svg']
    expect((await notify(...PROMOTION, ...options, '--id', 'uber')).code).toBe(0)
    const seen = async (name: string) => (await seenToday(name)).find(({ id }) => id === 'uber')
    expect(await seen('ana')).toMatchObject({
      programmeName: 'Surtidor Uber',
      branches: [{ code: 'E002' }, { code: 'E001' }],
    })
    expect(await seen('fede')).toBeUndefined()
    expect((await promotionsOf('ana'))[0]).toMatchObject({ title: 'Lavado', imageUrl: '/a.svg' })
    expect(await promotionsOf('fede')).toEqual([])
  })

  test.each([
    ['--programme', 'otro', 'programa'],
    ['--stations', 'E001,E999', 'estación'],
  ])('stores nothing with an unknown %s', async (option, value, named) => {
    const { code, output } = await notify(...PROMOTION, option, value, '--id', 'nada')
    expect([code, output]).toEqual([1, expect.stringContaining(named)])
    expect((await seenToday('ana')).filter(({ id }) => id === 'nada')).toEqual([])
  })

  test('notifies one person, until a day', async () => {
    const { output } = await notify(
      '--type',
      'voucher',
      ...TEXTS,
      '--email',
      'Fede@demo.surtidor.uy',
      '--until',
      '2030-11-05',
    )
    expect(output).toContain('avisamos a 1 persona, en 0 dispositivos')
    const { notifications: list } = await (await server.as('fede')).call(notifications, { type: 6 })
    expect(list).toMatchObject([{ text: 'A mitad de precio. Hasta el 5/11.' }])
  })
})

describe('the arguments of npm run notify', () => {
  test.each([
    [],
    ['--title', 'Sin texto'],
    [...TEXTS, '--type', 'pay'],
    [...PROMOTION, '--until', 'mañana'],
    [...PROMOTION, '--until', '2030-02-31'],
    [...PROMOTION, '--until', '2020-01-31'],
    TEXTS,
    [...PROMOTION, '--email', 'ana@demo.surtidor.uy'],
    [...PROMOTION, '--id', 'con espacio'],
    [...PROMOTION, '--image', 'https://evil.test/a.png'],
    [...TEXTS, '--type', 'general', '--programme', 'uber'],
    [...PROMOTION, '--url', 'javascript:alert(1)'],
    [...PROMOTION, '--everybody'],
    ['--title', 'Tarjeta', '--text', '4111 1111 1111 1111'],
  ])('refuses %s with one line', async (...args) => {
    const { code, output } = await run('postgres://nobody@127.0.0.1:1/none', args)
    expect(code).toBe(1)
    expect(output).toMatch(/^surtidor: [^\n]+\n$/)
  })
})
