import { request } from 'node:http'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { login } from '#contract/user/login.ts'
import { userData } from '#contract/user/userData.ts'
import { createPasswordHasher } from '#server/auth/passwordHasher.ts'
import { createAdmission } from '#server/http/admission.ts'
import { startForTest } from '#testing/harness/startForTests.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { PASSWORD, startTestServer } from '#testing/harness/testServer.ts'

const LOGIN = { user: 'ana@demo.surtidor.uy', password: PASSWORD }

/** A server with places for one running and one waiting call, whose logins run until `release`. */
async function startSmallServer() {
  const passwords = createPasswordHasher()
  const released = Promise.withResolvers<void>()
  const running: string[] = []
  const server = await startForTest(
    startTestServer({
      given: {
        admission: createAdmission({ running: 1, waiting: 1 }),
        passwords: {
          withSlot: async (work) => {
            running.push('login')
            await released.promise
            return await passwords.withSlot(work)
          },
        },
      },
    }),
  )
  return { server, running, release: released.resolve }
}
const waitingLogin = (url: string) => {
  const outgoing = request(`${url}/api/user/process/login`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
  })
  outgoing.on('error', () => {})
  outgoing.end(JSON.stringify({ requestHeader: headerOf('', new Date()), ...LOGIN }))
  return outgoing
}
const codesOf = async ({ context }: Awaited<ReturnType<typeof startTestServer>>) =>
  (await context.metrics.calls.get()).values.map(({ labels }) => `${labels.call} ${labels.code}`)

describe('the admission of calls', () => {
  test('refuses the call beyond its places with 503 and Retry-After, and admits others afterwards', async () => {
    const { server, running, release } = await startSmallServer()
    const first = server.stranger.call(login, LOGIN)
    await expect.poll(() => running.length).toBe(1)
    const second = server.stranger.call(login, LOGIN)
    // The order of two connections is not fixed.
    const third = server.stranger.call(login, LOGIN)
    const early = await Promise.race([second, third])
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2'])
    // The payments have places of their own, and readiness waits behind no call.
    expect((await server.stranger.call(getDebts, {})).responseHeader.responseCode).toBe('88')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    release()
    const statuses = (await Promise.all([first, second, third])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 503])
    expect((await server.stranger.call(login, LOGIN)).status).toBe(200)
    expect(await codesOf(server)).toContain('login busy')
  })

  test('drops the waiting call of a client that has gone before it does any work', async () => {
    const { server, running, release } = await startSmallServer()
    const first = server.stranger.call(login, LOGIN)
    await expect.poll(() => running.length).toBe(1)
    const gone = waitingLogin(server.url)
    await expect.poll(async () => (await server.stranger.call(userData, {})).status).toBe(503)
    gone.destroy()
    await expect.poll(() => codesOf(server)).toContain('login disconnected')
    release()
    expect((await first).status).toBe(200)
    expect((await server.stranger.call(login, LOGIN)).status).toBe(200)
    expect(running).toHaveLength(2)
  })

  test('readyz answers while calls wait for every connection of the pool', async () => {
    const server = await startForTest(startTestServer({ config: { poolSize: 1 } }))
    await server.context.db.transaction(async () => {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    })
  })
})

describe('a client that disconnects in a compressed answer', () => {
  test('is neither a defect in the log nor a code 00 in the metrics', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    const arrived = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    let waits = false
    let rrn = 0
    const server = await startForTest(
      startTestServer({
        given: {
          log,
          rrn: async () => {
            if (waits) {
              arrived.resolve()
              await gone.promise
            }
            rrn += 1
            return String(rrn).padStart(12, '0')
          },
        },
      }),
    )
    const ana = await server.as('ana')
    await server.owner.query(`insert into debt select one.* from debt d, generate_series(1, 1000) n,
      jsonb_populate_record(null::debt, to_jsonb(d) || jsonb_build_object('reference', 'X-' || n)) one
      where d.reference = (select min(reference) from debt where state = 'PENDING'
        and person_id = (select id from person where email = 'ana@demo.surtidor.uy'))`)
    waits = true
    const outgoing = request(`${server.url}/api/payments/process/getDebts`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'accept-encoding': 'gzip' },
    })
    const body = { requestHeader: headerOf(ana.token, server.context.now()) }
    outgoing.on('error', () => {}).end(JSON.stringify(body))
    await arrived.promise
    outgoing.destroy()
    await expect.poll(() => codesOf(server)).toContain('getDebts disconnected')
    waits = false
    gone.resolve()
    expect((await ana.call(userData, {})).status).toBe(200)
    expect(await codesOf(server)).not.toContain('getDebts 00')
    expect(lines).toEqual([])
  })
})
