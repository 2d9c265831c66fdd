import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { pushSettings } from '#contract/push/pushSettings.ts'
import { registerPush } from '#contract/push/registerPush.ts'
import { removePush } from '#contract/push/removePush.ts'
import { logout } from '#contract/user/logout.ts'
import { removeSubscription } from '#db/messaging/pushSubscriptions.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'
import { pushDevice } from '#testing/push/pushDevice.ts'

const NAMES = ['ana', 'fede'] as const
const DEVICES = ['phone', 'tablet', 'work'].map(
  (name) => pushDevice(`https://fcm.googleapis.com/fcm/send/${name}`).device,
)
const server = testServerForFile()
beforeEach(async () => {
  await server.context.db.execute(sql`delete from push_subscription`)
})

/** A session of the model, with the device that is pushed to for it. */
interface ModelSession {
  owner: string
  person: Person
  device: number | null
}
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('login'), who: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('register'), who: fc.nat(5), device: fc.nat(2) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('logout'), who: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), who: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gone'), who: fc.nat(2) }) },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function stored(): Promise<string[]> {
  const { rows } = await server.context.db.execute<{ pair: string }>(sql`
    select s.endpoint || ' ' || split_part(p.email, '@', 1) as pair
    from push_subscription s join person p on p.id = s.person_id
    join session e on e.token_hash = s.session_hash and e.person_id = s.person_id
    order by pair`)
  return rows.map(({ pair }) => pair)
}
const endpointOf = (device: number) => (DEVICES[device] as { endpoint: string }).endpoint

async function run(sessions: ModelSession[], { kind, who, ...more }: Step) {
  if (kind === 'login') {
    const owner = NAMES[who] ?? 'ana'
    sessions.push({ owner, person: await server.as(owner), device: null })
    return
  }
  if (kind === 'gone') {
    const { rows } = await server.context.db.execute<{ id: string }>(
      sql`select id from push_subscription where endpoint = ${endpointOf(who)}`,
    )
    if (rows[0]) await removeSubscription(server.context.db, { id: rows[0].id })
    for (const one of sessions) if (one.device === who) one.device = null
    return
  }
  const session = sessions[who % sessions.length]
  if (!session) return
  if (kind === 'register') {
    const { device } = more as { device: number }
    await session.person.call(registerPush, { device: DEVICES[device] as never })
    for (const one of sessions) if (one.device === device) one.device = null
    session.device = device
  } else {
    await session.person.call(kind === 'logout' ? logout : removePush, {})
    session.device = null
    if (kind === 'logout') sessions.splice(sessions.indexOf(session), 1)
  }
}

describe('the devices of sessions', () => {
  test('a device has one owner, and ends with its session, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const sessions: ModelSession[] = []
        for (const one of steps) await run(sessions, one)
        const pairs = sessions.flatMap(({ owner, device }) =>
          device === null ? [] : [`${endpointOf(device)} ${owner}`],
        )
        expect(await stored()).toEqual(pairs.toSorted())
        for (const { person, device } of sessions)
          expect((await person.call(pushSettings, {})).subscription === null).toBe(device === null)
        for (const { person } of sessions) await person.call(logout, {})
        expect(await stored()).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('registered by two people at once have one owner', async () => {
    const [ana, fede] = [await server.as('ana'), await server.as('fede')]
    for (let round = 0; round < 15; round++) {
      const [one, other] = [DEVICES[round % 3], DEVICES[(round + 1) % 3]]
      const answers = await Promise.all([
        ana.call(registerPush, { device: one as never }),
        fede.call(registerPush, { device: one as never }),
        ana.call(registerPush, { device: other as never }),
        fede.call(registerPush, { device: other as never }),
      ])
      expect(answers.map(({ responseHeader }) => responseHeader.responseCode)).toEqual(
        Array.from({ length: 4 }, () => '00'),
      )
      const pairs = await stored()
      expect(new Set(pairs.map((pair) => pair.split(' ')[0])).size).toBe(pairs.length)
    }
  })

  test('the device is gone when the session ends while it registers', async () => {
    for (let round = 0; round < 15; round++) {
      const ana = await server.as('ana')
      const [registered] = await Promise.all([
        ana.call(registerPush, { device: DEVICES[round % 3] as never }),
        ana.call(logout, {}),
      ])
      expect(['00', '88']).toContain(registered.responseHeader.responseCode)
      expect(await stored()).toEqual([])
    }
  })
})
