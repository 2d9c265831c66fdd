import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Config } from '#server/config.ts'
import { createGatewayClient } from '#server/gateway/gatewayClient.ts'
import { smtpConnection } from '#server/mail/smtpTransport.ts'
import { type Finding, good, odd } from '#tools/doctor/finding.ts'

export async function checkPublicAddress(
  { publicUrl, production }: Config,
  timeoutMs: number,
): Promise<Finding[]> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal })
    const isOurs = answer.status === 200 && (await answer.text()).includes('"alive"')
    return [
      isOurs
        ? good(`${publicUrl} contesta`)
        : odd(
            `${publicUrl} contesta otra cosa (HTTP ${answer.status}): el proxy no llega a este servidor`,
          ),
    ]
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error & { code?: string } }
    const reason = cause?.code ?? cause?.message ?? message
    return [
      (production ? odd : good)(
        `${publicUrl} no contesta (${reason}): es lo esperado mientras el servidor no está en marcha; si no, revisá el proxy y el DNS`,
      ),
    ]
  }
}

/** Whether the mail server takes our connection and credentials. Nothing is sent. */
export async function checkMail({ mail }: Config, timeoutMs: number): Promise<Finding[]> {
  if (!mail.smtpUrl) return [good('sin SMTP_URL no se manda ningún correo')]
  const transport = smtpConnection({ ...mail, smtpUrl: mail.smtpUrl }, timeoutMs)
  try {
    await transport.verify()
    return [good('el servidor de correo acepta la conexión y la clave')]
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
    return [good(`la pasarela contesta en ${url}, y cada lado tiene la clave del otro`)]
  } catch (error) {
    const isDemo = !config.production && /ECONNREFUSED|ENOENT/.test(String(error))
    return [
      odd(
        isDemo
          ? `la pasarela de pruebas no contesta en ${url}: la arranca npm start`
          : `la pasarela no contesta bien en ${url} (${(error as Error).message}): revisá GEOPAY_URL y GEOPAY_KEYS`,
      ),
    ]
  }
}
