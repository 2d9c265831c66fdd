import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { existingSecret } from '#db/storedSecret.ts'
import { keyFaults } from '#server/gateway/sandboxKeys.ts'

/** Fewer different characters than any random text of 32 has in practice. */
const LEAST_DIFFERENT_CHARACTERS = 8

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

function secretFault(secret: string, dataDir: string): string | false {
  if (secret === '')
    return 'tiene que ser un texto al azar de 32 caracteres o más, como openssl rand -base64 32'
  if (new Set(secret).size < LEAST_DIFFERENT_CHARACTERS)
    return 'no es un texto al azar: usá por ejemplo lo que escribe openssl rand -base64 32'
  // A folder that has the keys of a sandbox too is that of a demo.
  const isOfDemo = existsSync(join(dataDir, 'sandbox')) && secret === existingSecret(dataDir)
  return isOfDemo && `es el que guardó la demostración de ${dataDir}: usá otro`
}
