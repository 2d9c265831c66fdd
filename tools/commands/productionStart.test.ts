import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { login } from '#contract/user/login.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { systemClock } from '#sandbox/clock.ts'
import { readConfig as readSandbox } from '#sandbox/config.ts'
import { startSandbox } from '#sandbox/startSandbox.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { freePorts } from '#testing/harness/freePort.ts'
import { forward, listen } from '#testing/harness/httpProxy.ts'
import { createProductionFolders } from '#testing/harness/productionEnvironment.ts'
import { startForTest } from '#testing/harness/startForTests.ts'
import { accepted, createTestClient, fetchFrom } from '#testing/harness/testClient.ts'
import { codesIn } from '#testing/harness/testServer.ts'
import { startTestSmtpServer } from '#testing/harness/testSmtpServer.ts'
import { runToEnd } from '#testing/programs/runToEnd.ts'
import {
  type Certificate,
  createSelfSignedCertificate,
} from '#testing/programs/selfSignedCertificate.ts'
import { startProcess } from '#tools/startProcess.ts'

/** The programs that `npm start` runs, and the server alone. */
const CLIENT_PROGRAMS = ['tools/commands/startAll.ts', 'server/main.ts'] as const

const production = await createProductionFolders()

/** The environment without the settings of the test run, and with these. */
function environment(changes: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, ...production.env, ...changes }
}

/** The output of both programs before they end, which must be the same, and their exit codes. */
async function refusals(changes: Record<string, string | undefined>) {
  const ended = await Promise.all(
    CLIENT_PROGRAMS.map(async (program) => {
      const { code, output } = await runToEnd(program, { env: environment(changes) })
      return { code, lines: output.trim().split('\n') }
    }),
  )
  expect(ended[0]).toEqual(ended[1])
  return ended[0]
}

/**
 * Starts a proxy that ends TLS, as an operator puts one in front of the server. It passes each request
 * on over plain http, with the client's address and the scheme in headers.
 */
async function startTlsProxy(certificate: Certificate) {
  const pass = async (incoming: IncomingMessage) => {
    const { remoteAddress } = incoming.socket
    const more = { 'x-forwarded-for': remoteAddress, 'x-forwarded-proto': 'https' }
    const url = `http://127.0.0.1:${proxy.target}${incoming.url}`
    return await forward(incoming, url, { ...incoming.headers, ...more })
  }
  const { port, close } = await listen(
    (incoming, reply) =>
      pass(incoming).then(
        (answer) => answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.headers)),
        () => reply.writeHead(502).end(),
      ),
    { certificate },
  )
  /** `target`: the port of loopback that requests are passed on to. */
  const proxy = { url: `https://localhost:${port}`, target: 0, close }
  return proxy
}

describe('a start in production', () => {
  test('is refused with every reason at once when nothing is set', async () => {
    const nothing = Object.fromEntries(Object.keys(production.env).map((name) => [name, undefined]))
    const { DATA_DIR, NODE_ENV } = production.env
    const reasons = [
      'PUBLIC_URL tiene que ser la dirección https de la app, como https://app.ejemplo.uy',
      'GEOPAY_URL tiene que ser la dirección https de la pasarela de pagos',
      'GEOPAY_PAGES_URL tiene que ser la dirección https de la página de pago de la pasarela',
      'GEOPAY_KEYS tiene que ser la carpeta con merchant.pem, gateway.pub.pem y webhook.pub.pem',
      'SMTP_URL tiene que nombrar el servidor de correo, como smtps://<usuario>:<clave>@correo.ejemplo.uy',
      'SECRET tiene que ser un texto al azar de 32 caracteres o más, como openssl rand -base64 32',
      'VAPID_PRIVATE_KEY tiene que ser una clave P-256, como la Private Key de npx web-push generate-vapid-keys',
      'SEED tiene que faltar o ser off: la contraseña de los datos de demostración es pública',
    ]
    const more = { DATA_DIR, NODE_ENV, SEED: 'on', PORT: 'x' }
    expect(await refusals({ ...nothing, ...more })).toEqual({
      code: 1,
      lines: [
        'surtidor: Configuración: PORT tiene que ser un puerto, de 0 a 65535',
        ...reasons.map((reason) => `surtidor: Producción: ${reason}`),
      ],
    })
  })

  test('names the setting to change when the data folder cannot be written', async () => {
    const changes = { NODE_ENV: 'development', DATA_DIR: '/dev/null/data' }
    expect(await refusals({ ...changes, VAPID_PRIVATE_KEY: undefined })).toEqual({
      code: 1,
      lines: [
        'surtidor: no puedo escribir en /dev/null/data: revisá los permisos o elegí otra DATA_DIR.',
      ],
    })
  })

  test('names the settings to change when PostgreSQL has no connection left', async () => {
    const { name, client, url } = await startForTest(freshDatabase('empty'))
    await client.query(`alter database ${name} connection limit 0`)
    for (const program of CLIENT_PROGRAMS) {
      const [PORT, METRICS_PORT] = (await freePorts(2)).map(String)
      const env = environment({ DATABASE_URL: asAppRole(url), PORT, METRICS_PORT })
      const { code, output } = await runToEnd(program, { env })
      expect(code).toBe(1)
      expect(output).toMatch(
        /^surtidor: .*PostgreSQL no da más conexiones: bajá DATABASE_POOL o subí max_connections\.\n$/,
      )
    }
  })

  test('is refused on a database that was a demo, which stays as it was', async () => {
    const database = await startForTest(freshDatabase('demo'))
    const applied = async () =>
      (await database.client.query('select count(*) from migration')).rows as unknown[]
    await database.client.query('delete from migration where id = (select max(id) from migration)')
    const before = await applied()
    const [PORT, METRICS_PORT] = (await freePorts(2)).map(String)
    expect(await refusals({ DATABASE_URL: database.url, PORT, METRICS_PORT })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^surtidor: Producción: la base tiene los datos de demo/)],
    })
    expect(await applied()).toEqual(before)
  })

  test('serves people through a TLS proxy, with mail by SMTP and no sandbox', async () => {
    const certificate = createSelfSignedCertificate()
    const authority = join(production.folder, 'authority.pem')
    writeFileSync(authority, certificate.cert)
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
    const [proxy, gatewayProxy, smtp] = await Promise.all([
      startTlsProxy(certificate),
      startTlsProxy(certificate),
      startTestSmtpServer(certificate),
    ])
    const fail = (error: Error) => {
      throw error
    }
    const gateway = await startSandbox(
      readSandbox({
        SANDBOX_PORT: '0',
        SANDBOX_DIR: production.gatewayDir,
        MERCHANT_URL: proxy.url,
      }),
      systemClock,
      fail,
      () => {},
    )
    gatewayProxy.target = Number(new URL(gateway.url).port)
    const [PORT, METRICS_PORT, SANDBOX_PORT] = await freePorts(3)
    proxy.target = PORT ?? 0
    const started = startProcess('tools/commands/startAll.ts', {
      env: environment({
        PORT: String(PORT),
        METRICS_PORT: String(METRICS_PORT),
        SANDBOX_PORT: String(SANDBOX_PORT),
        PUBLIC_URL: proxy.url,
        GEOPAY_URL: gatewayProxy.url,
        GEOPAY_PAGES_URL: gatewayProxy.url,
        SMTP_URL: smtp.url,
        TRUST_PROXY: 'loopback',
        NODE_EXTRA_CA_CERTS: authority,
      }),
    })
    try {
      await started.printed('/metrics')
      expect(started.output()).toContain(`App        ${proxy.url}/`)
      expect(started.output()).not.toMatch(/demo-surtidor|mailbox|de pruebas/)
      await expect(fetch(`http://127.0.0.1:${SANDBOX_PORT}/`)).rejects.toThrow('fetch failed')
      await registersAndLogsIn(proxy.url, smtp)
      const metrics = async () =>
        await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
      // The signed echo passed the gateway's proxy, and both sides verified it.
      await expect.poll(metrics, { interval: 500 }).toMatch(/^surtidor_gateway_up 1$/m)
      expect((await fetch(`${proxy.url}/mailbox`)).status).toBe(404)
      expect(await (await fetch(`${proxy.url}/docs/json`)).text()).not.toContain('demo-surtidor')
    } finally {
      expect(await started.stop()).toBe(0)
      await Promise.all([proxy.close(), gatewayProxy.close(), smtp.close(), gateway.close()])
    }
  })
})

/** Registers a person, confirms the account with the mailed code, and logs in as a browser does. */
async function registersAndLogsIn(
  app: string,
  smtp: Awaited<ReturnType<typeof startTestSmtpServer>>,
): Promise<void> {
  const { call } = createTestClient({ post: fetchFrom(app), now: () => new Date() })
  const browser = { headers: { origin: app } }
  const email = 'marta@example.com'
  const password = 'pan con membrillo y dulce'
  const user = {
    email,
    firstName: 'Marta',
    firstSurname: 'Vidal',
    documentNumber: '1.234.567-2',
    birthdate: '12/05/1990',
    sex: 'F' as const,
    mobile: '099 123 456',
    address: 'Rivera 2020, Salto, Uruguay',
  }
  accepted(await call(addUser, { user, password, link: app }, browser))
  await expect.poll(() => smtp.received.length, { interval: 200 }).toBe(1)
  const text = smtp.received[0]?.text ?? ''
  expect(text).toContain(`${app}/#/`)
  const { code } = codesIn({ text })
  accepted(await call(confirmAddUser, { user: email, code, link: app }, browser))
  const { headers } = accepted(await call(login, { user: email, password, link: app }, browser))
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
  const cookies = headers.getSetCookie().filter((cookie) => !/max-age=0/i.test(cookie))
  const secret = cookies.filter((cookie) => /httponly/i.test(cookie))
  expect(secret.length).toBeGreaterThan(0)
  for (const cookie of secret) expect(cookie).toMatch(/^__Host-\w+=.*; Path=\/;.* Secure/)
  for (const cookie of cookies) expect(cookie).toMatch(/Secure/)
  const ana = { user: 'ana@demo.surtidor.uy', password: 'demo-surtidor', link: app }
  expect((await call(login, ana, browser)).responseHeader.responseCode).toBe('05')
}
