import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { login } from '#contract/user/login.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { History } from '#lab/evidence/history.ts'
import { asTheApp, createClient } from '#lab/processes/client.ts'
import { freePort } from '#testing/harness/freePort.ts'

/** The answers of a server to each request in turn; the last one repeats. */
type Reply = number | 'destroy' | object
const REFUSED = { responseHeader: { responseCode: '05', responseDescription: 'No.', rrn: '' } }

async function serverWith(...replies: Reply[]) {
  const bodies: string[] = []
  const server: Server = createServer(async (request, response) => {
    const reply = replies[Math.min(bodies.length, replies.length - 1)] as Reply
    bodies.push(await text(request))
    if (reply === 'destroy') request.socket.destroy()
    else if (typeof reply === 'number') response.writeHead(reply).end('{}')
    else response.end(JSON.stringify(reply))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies }
}

function clientOf(first: string, second: string) {
  const history = new History()
  const servers = [first, second] as const
  const client = createClient({ servers, policyOf: asTheApp, history }, 'ana')
  return { client, history }
}
const credentials = { user: 'ana@demo.surtidor.uy', password: 'demo-surtidor' }

describe('createClient', () => {
  test('repeats a query on the other server, and counts a refusal as an answer', async () => {
    const [first, second] = [await serverWith(503), await serverWith(REFUSED)]
    const { client, history } = clientOf(first.url, second.url)
    expect(await client.call(getDebts, { type: '' }, { server: 0 })).toBeNull()
    expect([first.bodies.length, second.bodies.length]).toEqual([1, 1])
    expect(history.unanswered).toEqual([])
    expect(Object.fromEntries(history.counts)).toEqual({ 'HTTP 503': 1, '05 getDebts': 1 })
  })

  test('reports a 503 without Retry-After, which tells the app when to repeat', async () => {
    const [first, second] = [await serverWith(503), await serverWith(REFUSED)]
    const { client, history } = clientOf(first.url, second.url)
    await client.call(getDebts, { type: '' }, { server: 0 })
    expect(history.violations.X1).toEqual([
      { attempt: 0, call: 'getDebts', missing: 'Retry-After' },
    ])
  })

  test('repeats a change whose connection was lost with the same body', async () => {
    const [first, second] = [await serverWith('destroy'), await serverWith(REFUSED)]
    const { client } = clientOf(first.url, second.url)
    await client.call(readNotification, { notificationId: 'n' }, { server: 0 })
    expect(second.bodies).toEqual(first.bodies)
    expect(first.bodies).toHaveLength(1)
  })

  test('sends a login once: an HTTP 503 is no answer', async () => {
    const [first, second] = [await serverWith(503), await serverWith(REFUSED)]
    const { client, history } = clientOf(first.url, second.url)
    await client.call(login, credentials, { server: 0 })
    expect(second.bodies).toHaveLength(0)
    expect(history.unanswered).toMatchObject([{ call: 'login', reason: 'HTTP 503' }])
  })

  test('sends what a refused connection did not take to the other server at once', async () => {
    const second = await serverWith(REFUSED)
    const { client, history } = clientOf(`http://127.0.0.1:${await freePort()}`, second.url)
    await client.call(login, credentials, { server: 0 })
    expect(second.bodies).toHaveLength(1)
    expect(history.unanswered).toEqual([])
  })

  test('does not repeat after HTTP 429, whichever server answers it', async () => {
    const [limited, other] = [await serverWith(429), await serverWith(503)]
    const { client, history } = clientOf(limited.url, other.url)
    await client.call(getDebts, { type: '' }, { server: 0 })
    expect([limited.bodies.length, other.bodies.length]).toEqual([1, 0])
    await client.call(getDebts, { type: '' }, { server: 1 })
    expect(history.unanswered.map(({ reason }) => reason)).toEqual(['HTTP 429', 'HTTP 429'])
  })
})
