import { randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import type { Config } from '#server/config.ts'
import { createGatewayClient } from '#server/gateway/gatewayClient.ts'
import { type Finding, fine, odd } from '#tools/doctor/finding.ts'
import { compareClocks } from '#tools/doctor/machineChecks.ts'

/** The headers of every answer of our server on https. */
const HEADERS = ['strict-transport-security', 'content-security-policy', 'x-content-type-options']

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } }
  return cause?.code ?? cause?.message ?? message
}

/** Whether the app answers at its public address, with our headers, and plain http leads there. */
export async function checkPublicAddress(config: Config, timeoutMs: number): Promise<Finding[]> {
  const { publicUrl } = config
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal }).catch(
    (error: unknown) => reasonOf(error),
  )
  if (typeof answer === 'string')
    return [
      (config.production ? odd : fine)(
        `${publicUrl} no contesta (${answer}): es lo esperado mientras el servidor no está en marcha; si no, revisá el proxy y el DNS`,
      ),
    ]
  const body = await answer.text()
  if (answer.status !== 200 || !body.includes('"alive"'))
    return [
      odd(
        `${publicUrl} contesta otra cosa (HTTP ${answer.status}): el proxy no llega a este servidor`,
      ),
    ]
  const isHttps = publicUrl.startsWith('https://')
  const missing = isHttps ? HEADERS.filter((name) => !answer.headers.has(name)) : []
  const date = Date.parse(answer.headers.get('date') ?? '')
  return [
    missing.length > 0
      ? odd(
          `${publicUrl} contesta sin ${missing.join(', ')}: el proxy las saca, o PUBLIC_URL es otra en el servidor`,
        )
      : fine(`${publicUrl} contesta con nuestras cabeceras`),
    ...(Number.isNaN(date) ? [] : compareClocks(Date.now(), date, `el de ${publicUrl}`)),
    ...(isHttps ? await checkRedirect(publicUrl, signal) : []),
  ]
}

/** Whether plain http leads to https. A closed port is as good. */
async function checkRedirect(publicUrl: string, signal: AbortSignal): Promise<Finding[]> {
  const { port, hostname } = new URL(publicUrl)
  if (port !== '') return []
  const answer = await fetch(`http://${hostname}/`, { redirect: 'manual', signal }).catch(
    () => null,
  )
  if (answer === null || answer.headers.get('location')?.startsWith('https:')) return []
  return [
    odd(
      `http://${hostname}/ contesta HTTP ${answer.status} sin llevar a https: hacé que el proxy redirija`,
    ),
  ]
}

/** Whether the mail server takes our connection and credentials. Nothing is sent. */
export async function checkMail({ mail }: Config, timeoutMs: number): Promise<Finding[]> {
  if (!mail.smtpUrl) return [fine('sin SMTP_URL no se manda ningún correo')]
  const transport = createTransport({
    url: mail.smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    await transport.verify()
    return [fine('el servidor de correo acepta la conexión y la clave')]
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return [odd(`el servidor de correo no acepta (${code ?? message}): revisá SMTP_URL`)]
  } finally {
    transport.close()
  }
}

/** Whether the gateway answers a signed echo with its own signature. */
export async function checkGateway(config: Config, timeoutMs: number): Promise<Finding[]> {
  const clock = { now: () => new Date(), random: randomBytes, log: pino({ level: 'silent' }) }
  const { url } = config.gateway
  try {
    await createGatewayClient(config, clock).echo(timeoutMs)
    return [fine(`la pasarela contesta en ${url}, y cada lado tiene la clave del otro`)]
  } catch (error) {
    const isDemo = !config.production && /ECONNREFUSED|ENOENT/.test(String(error))
    return [
      isDemo
        ? fine(`la pasarela de pruebas no está en marcha en ${url}: la arranca npm start`)
        : odd(
            `la pasarela no contesta bien en ${url} (${(error as Error).message}): revisá GEOPAY_URL y GEOPAY_KEYS`,
          ),
    ]
  }
}
