import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { existingSecret } from '#db/storedSecret.ts'
import { keyFaults } from '#server/gateway/sandboxKeys.ts'

/** Bits; a random text of 32 hexadecimal digits has 73 or more in 200,000 tries. */
const LEAST_ENTROPY = 64
/** Bits of the networks that proxies stand in: shorter ones hold the addresses of clients too. */
const LEAST_NETWORK_BITS = { ipv4: 8, ipv6: 7 }

/**
 * Why these settings are refused in production, one line each: a default that is safe on a
 * developer's machine would there cost people their money or their account.
 * @param dataDir folder where a demo would have stored its secret and the sandbox's keys, absolute
 */
export function productionFaults(
  given: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): { name: string; fault: string }[] {
  const https = (what: string) => (url: string) => [
    !isHttps(url) && `tiene que ser la dirección https de ${what}`,
  ]
  const rules: Record<string, (value: string) => (string | false)[]> = {
    PUBLIC_URL: https('la app, como https://app.ejemplo.uy'),
    GEOPAY_URL: https('la pasarela de pagos'),
    GEOPAY_PAGES_URL: https('la página de pago de la pasarela'),
    GEOPAY_KEYS: (folder) =>
      folder === ''
        ? ['tiene que ser la carpeta con merchant.pem, gateway.pub.pem y webhook.pub.pem']
        : keyFaults(folder, join(dataDir, 'sandbox', 'keys')).map(
            (fault) => `(${folder}) ${fault}`,
          ),
    SMTP_URL: (url) => [
      url === '' &&
        'tiene que nombrar el servidor de correo, como smtps://<usuario>:<clave>@correo.ejemplo.uy',
      !keepsTls(url) &&
        'no lleva más parámetros que requireTLS=true, name y tls.servername: con otros el correo y la clave pueden ir sin cifrar',
    ],
    SECRET: (secret) => [secretFault(secret, dataDir)],
    LOG_LEVEL: (level) => [
      level === 'silent' && 'no puede ser silent: un ataque o una falla no dejaría rastro',
    ],
    TILES_URL: (url) => [url !== '' && !isHttps(url) && 'tiene que ser una dirección https'],
    TRUST_PROXY: (entries) => [
      entries.split(',').some(isTooWide) &&
        'abarca más direcciones que las de una red: cualquiera elegiría la dirección que cuentan los límites',
    ],
    PUSH_HOSTS: (origins) => [
      !origins.split(',').every((origin) => origin === '' || isNamedHttps(origin.trim())) &&
        'lleva solo orígenes https con el nombre de un servidor, como https://push.ejemplo.uy',
    ],
    VAPID_PRIVATE_KEY: (key) => [
      key === '' &&
        'tiene que ser una clave P-256, como la Private Key de npx web-push generate-vapid-keys',
    ],
    SEED: (seed) => [
      seed === 'on' &&
        'tiene que faltar o ser off: la contraseña de los datos de demostración es pública',
    ],
  }
  return Object.entries(rules).flatMap(([name, rule]) =>
    rule(given[name] ?? '').flatMap((fault) => (fault === false ? [] : [{ name, fault }])),
  )
}

const isHttps = (url: string) => url.startsWith('https://')
/** An https origin of a host with a name: neither an address nor this machine. */
const isNamedHttps = (origin: string) =>
  isHttps(origin) && /\.[a-z]{2,}(:\d+)?$/i.test(origin) && !/\.localhost(:|$)/i.test(origin)

/** Whether the parameters of an SMTP address cannot turn its encryption off: nodemailer obeys all. */
const keepsTls = (url: string) =>
  [...(URL.canParse(url) ? new URL(url).searchParams : [])].every(
    ([name, value]) =>
      ['name', 'tls.servername'].includes(name) || (name === 'requireTLS' && value === 'true'),
  )

/** Whether a network of `TRUST_PROXY` is as large as a part of the internet; IPv4 may be mapped into IPv6. */
function isTooWide(entry: string): boolean {
  const [ip = '', bits = '128'] = entry.trim().split('/')
  const { ipv4, ipv6 } = LEAST_NETWORK_BITS
  if (isIP(ip) === 4) return Number(bits) < ipv4
  const isMapped = isIP(ip) === 6 && new URL(`http://[${ip}]`).hostname.startsWith('[::')
  return isIP(ip) === 6 && Number(bits) < (isMapped ? 96 + ipv4 : ipv6)
}

/** The bits of a text in which no pair of characters, and no step from one to the next, is repeated. */
function entropyOf(text: string): number {
  const pairs = new Set<string>()
  const stepAt = (n: number) => text.charCodeAt(n) - text.charCodeAt(n - 1)
  const unpredicted = Array.from({ length: text.length }, (_, n) => {
    const pair = text.slice(Math.max(0, n - 1), n + 1)
    const isPredicted = pairs.has(pair) || stepAt(n) === stepAt(n - 1)
    pairs.add(pair)
    return isPredicted ? 0 : 1
  })
  const bits = Math.log2(new Set(text).size)
  return unpredicted.reduce((sum: number, one) => sum + one, 0) * bits
}

/** Letters of one case only: words, but for one random text in millions. */
const isPhrase = (text: string) =>
  !/\d/.test(text) && (text === text.toLowerCase() || text === text.toUpperCase())

function secretFault(secret: string, dataDir: string): string | false {
  if (secret === '')
    return 'tiene que ser un texto al azar de 32 caracteres o más, como openssl rand -base64 32'
  if (entropyOf(secret) < LEAST_ENTROPY || isPhrase(secret))
    return 'no es un texto al azar: usá por ejemplo lo que escribe openssl rand -base64 32'
  // A folder that has the keys of a sandbox too is that of a demo.
  const isOfDemo = existsSync(join(dataDir, 'sandbox')) && secret === existingSecret(dataDir)
  return isOfDemo && `es el que guardó la demostración de ${dataDir}: usá otro`
}
