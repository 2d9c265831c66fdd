import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { systemClock } from '#sandbox/clock.ts'
import { readConfig } from '#sandbox/config.ts'
import { startSandbox } from '#sandbox/startSandbox.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { freePort } from '#testing/harness/freePort.ts'
import { forward, listen } from '#testing/harness/httpProxy.ts'
import { startForTest } from '#testing/harness/startForTests.ts'
import { startSilentServer } from '#testing/harness/tcpProxy.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import {
  accepted,
  createTestClient,
  fetchFrom,
  type WireRequest,
} from '#testing/harness/testClient.ts'
import { startPayment } from '#testing/harness/testPaymentServer.ts'
import { PASSWORD } from '#testing/harness/testServer.ts'
import { startProcess } from '#tools/startProcess.ts'

/** Callers that wait for the gateway, and callers that repeat a short call, at the signal. */
const CALLERS = 8

/** A proxy before the gateway's sandbox, which answers nothing once `hangs` is set. */
async function startGateway(folder: string) {
  const settings = {
    SANDBOX_PORT: '0',
    SANDBOX_DIR: folder,
    SANDBOX_PUBLIC_URL: 'http://127.0.0.1',
  }
  const clock = { ...systemClock, now: Date.now, random: randomBytes }
  const sandbox = await startSandbox(readConfig(settings), clock, console.error, console.error)
  const gateway = { url: '', hangs: false, hung: [] as string[] }
  const proxy = await listen((incoming, reply) => {
    if (gateway.hangs) gateway.hung.push(incoming.url?.split('/').at(-1) ?? '')
    else
      void forward(incoming, sandbox.url + incoming.url, incoming.headers).then((answer) =>
        answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.headers)),
      )
  })
  onTestFinished(async () => {
    await proxy.close()
    await sandbox.close()
  })
  gateway.url = `http://127.0.0.1:${proxy.port}`
  return gateway
}

describe('a server that gets SIGTERM under load, with a gateway that hangs', () => {
  test('answers every call that it took, leaves polls and jobs, and exits with 0', async () => {
    const folder = tempFolder()
    const database = await startForTest(freshDatabase('demo'))
    const gateway = await startGateway(folder)
    const smtp = await startSilentServer()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const { PATH, HOME } = process.env
    const server = startProcess('server/main.ts', {
      ipc: true,
      env: {
        PATH,
        HOME,
        PORT: String(port),
        METRICS_PORT: '0',
        DATA_DIR: folder,
        DATABASE_URL: asAppRole(database.url),
        SECRET: TEST_SECRET,
        GEOPAY_URL: gateway.url,
        GEOPAY_KEYS: join(folder, 'keys'),
        SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        CALLS_PER_MINUTE: '0',
        LOG_LEVEL: 'warn',
      },
    })
    onTestFinished(() => server.kill('SIGKILL'))
    await server.ready

    const now = () => new Date()
    const stranger = createTestClient({ post: fetchFrom(url), now })
    const signedIn = accepted(
      await stranger.call(login, { user: 'ana@demo.surtidor.uy', password: PASSWORD }),
    )
    const agent = new Agent({ keepAlive: true })
    const counts = { reset: 0, refused: 0, closing: 0, answered: 0 }
    const post = (call: WireRequest) => postWith(agent, url, call, counts)
    const ana = createTestClient({ post, now }, signedIn.user.userSessionToken)
    const { debts } = accepted(await ana.call(getDebts, { type: '2' }))
    const [opened = '', other = ''] = debts
      .filter(({ state }) => state === 'PENDING')
      .map(({ reference }) => reference)
    accepted(await startPayment(ana, opened))
    // The poll of this payment, the health check and a mail are under way at the signal.
    gateway.hangs = true
    await database.client.query(
      'update payment_attempt set next_poll_at = now() where debt_reference = $1',
      [opened],
    )
    await stranger.call(resetPassword, { user: 'ana@demo.surtidor.uy' })
    await expect.poll(() => smtp.sockets.length).toBeGreaterThan(0)
    await expect.poll(() => gateway.hung).toContain('paymentQuery')

    let running = true
    const waiting = Array.from({ length: CALLERS }, () =>
      startPayment(ana, other).then(
        ({ responseHeader }) => responseHeader.reason ?? 'none',
        (error: Error) => error.message,
      ),
    )
    const busy = Array.from({ length: CALLERS }, async () => {
      while (running && counts.refused === 0) await ana.call(getDebts, {}).catch(() => {})
    })
    const opening = () => gateway.hung.filter((name) => name === 'payment').length
    await expect.poll(opening).toBeGreaterThanOrEqual(CALLERS)

    server.kill('SIGTERM')
    const code = await server.ended
    running = false
    await Promise.all(busy)
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'gateway_unavailable'))
    expect({ code, reset: counts.reset }, server.output()).toEqual({ code: 0, reset: 0 })
    // Each connection in use was told to close, and then found the port closed.
    expect(counts.closing).toBeGreaterThanOrEqual(CALLERS)
    expect(counts.refused).toBeGreaterThan(0)
    expect(server.output()).not.toContain('"level":50')
  })
})

/** Sends a call over a kept connection and counts how it ended. */
async function postWith(
  agent: Agent,
  url: string,
  { path, headers, body }: WireRequest,
  counts: Record<'reset' | 'refused' | 'closing' | 'answered', number>,
) {
  const outgoing = request(url + path, { agent, method: 'POST', headers })
  outgoing.end(body)
  try {
    const [answer] = (await once(outgoing, 'response')) as [AsyncIterable<Buffer> & Answer]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    counts.answered += 1
    if (answer.headers.connection === 'close') counts.closing += 1
    const text = Buffer.concat(chunks).toString()
    return { status: answer.statusCode, headers: new Headers(), text }
  } catch (error) {
    const refused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
    counts[refused ? 'refused' : 'reset'] += 1
    throw error
  }
}
interface Answer {
  statusCode: number
  headers: Record<string, string | undefined>
}
