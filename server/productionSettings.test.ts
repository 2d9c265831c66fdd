import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StartRefused } from '#db/core/startRefusedError.ts'
import { readConfig } from '#server/config.ts'
import { createProductionFolders } from '#testing/harness/productionEnvironment.ts'

const production = await createProductionFolders()

/** The reasons why a server with these settings does not start; undefined removes a setting. */
function reasons(changes: Record<string, string | undefined> = {}): readonly string[] {
  try {
    readConfig({ ...production.env, ...changes })
    return []
  } catch (error) {
    if (error instanceof StartRefused) return error.reasons
    throw error
  }
}

/** A copy of a folder of keys, changed by `change`. */
function keysWith(name: string, change: (folder: string) => void): string {
  const folder = join(production.folder, name)
  cpSync(production.env.GEOPAY_KEYS ?? '', folder, { recursive: true })
  change(folder)
  return folder
}
const gatewayKey = (file: string) => join(production.gatewayDir, 'keys', file)

describe('the settings of production', () => {
  test('the settings are accepted when all are given, and store no secret', () => {
    expect(reasons()).toEqual([])
    expect(readConfig(production.env)).toMatchObject({ production: true, demoData: false })
    for (const name of ['secret', 'vapid'])
      expect(() => readFileSync(join(production.env.DATA_DIR ?? '', name))).toThrow('ENOENT')
  })

  test.each<[name: string, value: string | undefined, reason: RegExp]>([
    ['PUBLIC_URL', undefined, /la dirección https de la app/],
    ['PUBLIC_URL', 'http://app.example.com', /la dirección https de la app/],
    ['GEOPAY_URL', undefined, /la dirección https de la pasarela/],
    ['GEOPAY_URL', 'http://gateway.example.com', /la dirección https de la pasarela/],
    ['GEOPAY_PAGES_URL', undefined, /la dirección https de la página de pago/],
    ['GEOPAY_PAGES_URL', 'http://localhost:3100', /la dirección https de la página de pago/],
    ['GEOPAY_KEYS', undefined, /la carpeta con merchant\.pem/],
    ['GEOPAY_KEYS', '/nowhere', /no tiene una clave .* merchant\.pem, gateway\.pub\.pem, webhook/],
    ['SMTP_URL', undefined, /el servidor de correo/],
    ['SMTP_URL', '', /el servidor de correo/],
    ['SMTP_URL', 'smtp://mail.example.com?ignoreTLS=true', /pueden ir sin cifrar/],
    ['SMTP_URL', 'smtp://mail.example.com/?requireTLS=false', /pueden ir sin cifrar/],
    ['SMTP_URL', 'smtps://mail.example.com?name=a&secured=true', /pueden ir sin cifrar/],
    ['SMTP_URL', 'smtps://mail.example.com?tls.rejectUnauthorized=0', /pueden ir sin cifrar/],
    ['SMTP_URL', 'smtp://mail.example.com?service=Maildev', /pueden ir sin cifrar/],
    ['SMTP_URL', 'smtp://mail.example.com?name=a&requireTLS=true?&x', /pueden ir sin cifrar/],
    ['SECRET', undefined, /un texto al azar de 32 caracteres/],
    ['SECRET', 'a'.repeat(40), /no es un texto al azar/],
    ['VAPID_PRIVATE_KEY', undefined, /una clave P-256, como la Private Key/],
    ['PUSH_HOSTS', 'http://push.ejemplo.uy', /orígenes https con el nombre/],
    ['PUSH_HOSTS', 'https://push.ejemplo.uy,https://127.0.0.1', /orígenes https con el nombre/],
    ['PUSH_HOSTS', 'https://localhost:9999', /orígenes https con el nombre/],
    ['SECRET', '1234567890'.repeat(4), /no es un texto al azar/],
    ['SECRET', 'surtidor2026'.repeat(3), /no es un texto al azar/],
    ['SECRET', 'abcdefghijklmnopqrstuvwxyz012345', /no es un texto al azar/],
    ['SECRET', 'esta es la clave de la estación de ana', /no es un texto al azar/],
    ['SECRET', 'LA CLAVE DE LA ESTACION DE ANA PEREIRA', /no es un texto al azar/],
    ['LOG_LEVEL', 'silent', /no puede ser silent/],
    ['TILES_URL', 'http://tiles.example.com/{z}/{x}/{y}.png', /https/],
    ['TRUST_PROXY', '0.0.0.0/1', /más direcciones que las de una red/],
    ['TRUST_PROXY', 'loopback, 128.0.0.0/1', /más direcciones que las de una red/],
    ['TRUST_PROXY', '2000::/3', /más direcciones que las de una red/],
    ['TRUST_PROXY', '::ffff:0:0/96', /más direcciones que las de una red/],
    ['TRUST_PROXY', '0:0:0:0:0:ffff:0:0/97', /más direcciones que las de una red/],
    ['SEED', 'on', /la contraseña de los datos de demostración es pública/],
  ])('%s=%s is refused with one line', (name, value, reason) => {
    const found = reasons({ [name]: value })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(reason)
    expect(found[0]?.startsWith(`Producción: ${name} `)).toBe(true)
  })

  test('an SMTP address may require TLS, and name both ends', () => {
    const SMTP_URL = 'smtp://h:587/?requireTLS=true&name=app.example.com&tls.servername=mail.uy'
    expect(reasons({ SMTP_URL })).toEqual([])
  })

  test('random secrets and the networks of proxies are accepted', () => {
    const secrets = Array.from({ length: 100 }, () => randomBytes(16).toString('hex'))
    secrets.push(randomBytes(32).toString('base64'), randomBytes(32).toString('base64url'))
    expect(secrets.flatMap((SECRET) => reasons({ SECRET }))).toEqual([])
    const TRUST_PROXY = 'loopback,uniquelocal,10.0.0.0/8,2001:db8::/32,fc00::/7,::1,::ffff:10.0.0.1'
    expect(reasons({ TRUST_PROXY })).toEqual([])
  })

  test('invalid and unsafe settings are listed together, each once', () => {
    const found = reasons({ PORT: 'x', SECRET: 'short', SMTP_URL: 'http://x', PUBLIC_URL: '' })
    expect(found.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'Configuración: PORT',
      'Configuración: SECRET',
      'Configuración: SMTP_URL',
      'Producción: PUBLIC_URL',
    ])
  })

  test('another spelling of production is no other environment', () => {
    expect(reasons({ NODE_ENV: 'Production' })).toEqual([
      'Configuración: NODE_ENV es production, development o test',
    ])
  })

  test('keys of the sandbox are found by their content', () => {
    const withPrivate = keysWith('with-private', (folder) =>
      cpSync(gatewayKey('gateway.pem'), join(folder, 'renamed.txt')),
    )
    expect(reasons({ GEOPAY_KEYS: withPrivate })).toEqual([
      expect.stringMatching(/tiene una clave privada de la pasarela \(renamed\.txt\)/),
    ])
    const inPlaceOfPublic = keysWith('private-as-public', (folder) =>
      cpSync(gatewayKey('webhook.pem'), join(folder, 'webhook.pub.pem')),
    )
    expect(reasons({ GEOPAY_KEYS: inPlaceOfPublic })).toEqual([
      expect.stringMatching(/clave privada de la pasarela \(webhook\.pub\.pem\)/),
    ])
  })

  test('keys that were copied from the sandbox of the data folder are refused', () => {
    const sandbox = join(production.env.DATA_DIR ?? '', 'sandbox', 'keys')
    mkdirSync(sandbox, { recursive: true })
    cpSync(gatewayKey('webhook.pem'), join(sandbox, 'webhook.pem'))
    expect(reasons()).toEqual([
      expect.stringMatching(/tiene claves de la pasarela de pruebas de .*sandbox\/keys$/),
    ])
    rmSync(production.env.DATA_DIR ?? '', { recursive: true })
  })

  test('the secret that a demo stored is refused, that of another folder is not', () => {
    const dataDir = production.env.DATA_DIR ?? ''
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secret'), `${production.env.SECRET}\n`)
    expect(reasons()).toEqual([])
    mkdirSync(join(dataDir, 'sandbox'))
    expect(reasons()).toEqual([
      expect.stringMatching(/SECRET es el que guardó la demostración de /),
    ])
    rmSync(dataDir, { recursive: true })
  })
})
