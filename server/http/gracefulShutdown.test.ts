import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { startTestServer, PASSWORD } from '#testing/testServer.ts'
import { createPasswordHasher } from '#server/auth/passwordHasher.ts'

/** Far less than the minute or so for which Node and Fastify keep a silent connection. */
const PROMPT = 20_000

test('a shutdown finishes the call in flight, and its kept connection does not hold it', async () => {
  const arrived = Promise.withResolvers<void>()
  const passwords = createPasswordHasher()
  const server = await startTestServer({
    given: {
      passwords: {
        turn: (work) => {
          arrived.resolve()
          return passwords.turn(work)
        },
      },
    },
  })
  const answer = server.stranger.call(login, { user: 'ana@demo.surtidor.uy', password: PASSWORD })
  await arrived.promise
  const started = performance.now()
  await server.close()
  expect(performance.now() - started).toBeLessThan(PROMPT)
  expect((await answer).status).toBe(200)
})

test('nor does one that was opened and never asked anything, or hung up', async () => {
  const server = await startTestServer()
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(silent, 'connect')
  const gone = new AbortController()
  const hungUp = fetch(`${server.url}/api/user/process/login`, {
    method: 'POST',
    body: '{}',
    signal: gone.signal,
  }).catch(() => 'gone')
  gone.abort()
  expect(await hungUp).toBe('gone')
  const started = performance.now()
  await server.close()
  expect(performance.now() - started).toBeLessThan(PROMPT)
  silent.destroy()
})
