import type { Config } from '#server/config.ts'
import { type Finding, good, odd, refused } from '#tools/doctor/finding.ts'

/**
 * The settings: what the start refuses, and what it accepts but is rarely meant.
 * @param config null when a setting is invalid
 */
export function checkSettings(
  config: Config | null,
  faults: readonly string[],
  env: NodeJS.ProcessEnv,
): Finding[] {
  const found = faults.map(refused)
  if (config) found.push(...oddSettings(config, env))
  return found.length > 0 ? found : [good('la configuración está completa')]
}

function oddSettings(config: Config, env: NodeJS.ProcessEnv): Finding[] {
  const isHttps = config.publicUrl.startsWith('https://')
  const rules: [applies: boolean, text: string][] = [
    [
      isHttps && !config.production,
      'PUBLIC_URL es https y NODE_ENV no es production: las cuentas de demostración quedan abiertas; poné NODE_ENV=production',
    ],
    [
      isHttps && config.trustProxy === '',
      'TRUST_PROXY no está: detrás de un proxy TLS todas las personas comparten una dirección y sus límites; poné la dirección del proxy',
    ],
    [
      config.production && /(^|,)\s*http:/.test(env.ORIGINS ?? ''),
      'ORIGINS tiene una dirección http: quien esté en el medio de la red puede llamar por ella; dejá solo las https',
    ],
    [
      config.production && !env.MAIL_FROM,
      `MAIL_FROM no está: los correos salen de «${config.mail.from}»; poné una dirección de tu dominio`,
    ],
    [
      config.production && !env.GEOPAY_MERCHANT_ID,
      `GEOPAY_MERCHANT_ID no está: se usa ${config.gateway.merchantId}, el de la pasarela de pruebas; poné el tuyo`,
    ],
    [
      config.gateway.legacySign,
      'GEOPAY_LEGACY_SIGN es 1: los pedidos a la pasarela se firman con SHA-1; poné 0 si la pasarela acepta la firma de hoy',
    ],
    [
      config.production && !config.push.serviceAccount,
      'FCM_SERVICE_ACCOUNT no está: los teléfonos Android se registran y no reciben avisos',
    ],
    [
      config.production && !config.push.apns,
      'APNS_KEY no está: los iPhone se registran y no reciben avisos',
    ],
    [
      config.push.apns !== undefined && !(config.push.apns.keyId && config.push.apns.teamId),
      'APNS_KEY está y faltan APNS_KEY_ID o APNS_TEAM_ID: Apple va a negar los avisos',
    ],
    [
      config.production && config.callsPerMinute === 0,
      'CALLS_PER_MINUTE es 0: no hay límite por dirección; poné uno',
    ],
  ]
  return rules.flatMap(([applies, text]) => (applies ? [odd(text)] : []))
}
