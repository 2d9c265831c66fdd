import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { createPasswordHasher } from '#server/auth/passwordHasher.ts'
import { PASSWORD, startTestServer } from '#testing/harness/testServer.ts'

/** Far less than the minute for which Node keeps an idle connection open. */
const SHUTDOWN_LIMIT_MS = 20_000

describe('a shutdown', () => {
  test('finishes the call in flight and does not wait for its keep-alive connection', async () => {
    const arrived = Promise.withResolvers<void>()
    const passwords = createPasswordHasher()
    const server = await startTestServer({
      given: {
        passwords: {
          withSlot: (work) => {
            arrived.resolve()
            return passwords.withSlot(work)
          },
        },
      },
    })
    const answer = server.stranger.call(login, { user: 'ana@demo.surtidor.uy', password: PASSWORD })
    await arrived.promise
    const started = performance.now()
    await server.close()
    expect(performance.now() - started).toBeLessThan(SHUTDOWN_LIMIT_MS)
    expect((await answer).status).toBe(200)
  })

  test('answers 503 at readyz, closes the listener first, and closes a kept connection in its next answer', async () => {
    const server = await startTestServer({ given: { shutdown: { idleMs: 300, gatewayMs: 0 } } })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ready = async () => {
      const outgoing = get(`${server.url}/readyz`, { agent })
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
      const { statusCode, headers } = answer.resume()
      await once(outgoing, 'close')
      return [statusCode, headers.connection]
    }
    expect(await ready()).toEqual([200, 'keep-alive'])
    const closed = server.close()
    expect(await ready()).toEqual([503, 'close'])
    const refused = await fetch(`${server.url}/readyz`).catch(({ cause }: Error) => cause)
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
    await closed
  })

  test('does not wait for a connection without a request or for a disconnected client', async () => {
    const server = await startTestServer()
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(silent, 'connect')
    const aborting = new AbortController()
    const aborted = fetch(`${server.url}/api/user/process/login`, {
      method: 'POST',
      body: '{}',
      signal: aborting.signal,
    }).catch(() => 'aborted')
    aborting.abort()
    expect(await aborted).toBe('aborted')
    const started = performance.now()
    await server.close()
    expect(performance.now() - started).toBeLessThan(SHUTDOWN_LIMIT_MS)
    silent.destroy()
  })
})
