import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'

const whole = (fallback: number, least: number, most: number, message: string) =>
  z
    ._default(
      z.pipe(
        z.string().check(z.regex(/^\d+$/, message)),
        z.transform((text: string) => Number(text)),
      ),
      fallback,
    )
    .check(z.refine((number) => number >= least && number <= most, message))
const port = (fallback: number) =>
  whole(fallback, 0, 65_535, 'tiene que ser un puerto, de 0 a 65535')
const count = (fallback: number, least = 0) =>
  whole(fallback, least, 2_147_483_647, `tiene que ser un número entero, ${least} o más`)
const address = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:\/\//.test(text) && URL.canParse(text),
      'tiene que ser una dirección http(s)',
    ),
  )
const onOff = z._default(z.enum(['on', 'off'], 'es on u off'), 'on')
const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** What `TRUST_PROXY` may name: an address, a network, or one of the groups that have a name. */
function isProxy(part: string): boolean {
  const [ip = '', bits = '1', ...more] = part.split('/')
  const most = isIP(ip) === 4 ? 32 : 128
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(part) ||
    (isIP(ip) > 0 && more.length === 0 && Number(bits) >= 1 && Number(bits) <= most)
  )
}

/** Every setting of the server, as the environment spells it. */
const Environment = z.object({
  NODE_ENV: z._default(z.string(), 'development'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: port(3000),
  METRICS_PORT: port(9464),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'tiene que empezar con postgres://')),
  ),
  DATABASE_POOL: count(6, 1),
  PUBLIC_URL: z.optional(address),
  ORIGINS: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => listed(text).every((one) => /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+\/?$/.test(one)),
          'lleva orígenes como https://surtidor.uy, separados por comas',
        ),
      ),
    '',
  ),
  SECRET: z.optional(z.string().check(z.minLength(32, 'tiene que tener 32 caracteres o más'))),
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => /^smtps?:\/\//.test(text) && URL.canParse(text),
          'tiene que ser una dirección que empieza con smtp:// o smtps://',
        ),
      ),
  ),
  MAIL_FROM: z._default(
    z.string().check(z.regex(/\S@\S/, 'tiene que llevar una dirección de correo')),
    'Surtidor <avisos@surtidor.uy>',
  ),
  APP_LINK: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[a-z][a-z0-9+.-]*:\/\/\S*$/,
          'tiene que ser una dirección, como uy.surtidor.app://open',
        ),
      ),
  ),
  CALLS_PER_MINUTE: count(1200),
  TRUST_PROXY: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => listed(text).every(isProxy),
          'lleva direcciones IP o redes, como 10.0.0.1,10.1.0.0/16, o loopback',
        ),
      ),
    '',
  ),
  GEOPAY_URL: z._default(address, 'http://127.0.0.1:3100'),
  GEOPAY_PAGES_URL: z._default(address, 'http://localhost:3100'),
  GEOPAY_NET_ID: z._default(z.string(), 'SURTIDOR'),
  GEOPAY_MERCHANT_ID: z._default(z.string(), '900001'),
  GEOPAY_CALLBACK: z._default(z.string(), 'surtidor-app'),
  GEOPAY_KEYS: z.optional(z.string()),
  GEOPAY_LEGACY_SIGN: z._default(z.enum(['0', '1'], 'es 0 o 1'), '0'),
  GEOPAY_TIMEOUT: count(60_000, 1),
  GATEWAY_SETTLEMENT: onOff,
  RECONCILE: onOff,
  JOBS: onOff,
  LOG_LEVEL: z._default(
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'es trace, debug, info, warn, error, fatal o silent',
    ),
    'info',
  ),
})

/** The settings as the rooms use them. */
export interface Config {
  production: boolean
  host: string
  port: number
  /** 0 picks a free port; loopback only. */
  metricsPort: number
  dataDir: string
  databaseUrl: string | undefined
  poolSize: number
  /** Where the app is reached from outside, without a trailing slash. */
  publicUrl: string
  /** Web origins that may call, exactly; the phones' own are always among them. */
  origins: string[]
  /** What the links in mails may begin with: the app in browsers, and on phones that have it. */
  linkBases: string[]
  mail: {
    /** Without it nothing is sent, and the development mailbox shows what would be. */
    smtpUrl: string | undefined
    from: string
  }
  /** Signs the XSRF cookie; all processes of one service share it. */
  secret: string
  /** Per address; 0 lifts the limit. */
  callsPerMinute: number
  trustProxy: string
  gateway: {
    url: string
    pagesUrl: string
    netId: string
    merchantId: string
    /** Our return address as the gateway has it registered. */
    callback: string
    keysDir: string
    /** SHA1withRSA and no key id: the gateway's older wire. */
    legacySign: boolean
    /** Milliseconds until an unanswered call counts as unknown. */
    timeout: number
    /** Whether the gateway lists its days as the sandbox does: off for one whose form is not known. */
    settlementList: boolean
  }
  /** Off only in a campaign that wants to see what happens without it. */
  reconcile: boolean
  /** Off for a process that only serves calls: it adds background jobs and runs none. */
  jobs: boolean
  logLevel: string
}

/**
 * Reads the settings.
 * @throws with one line that names the setting and what it should be
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = z.safeParse(Environment, given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Error(`Configuración: ${String(issue?.path[0])} ${issue?.message}`)
  }
  const set = read.data
  const dataDir = resolve(set.DATA_DIR)
  const publicUrl = (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/$/, '')
  const moreOrigins = listed(set.ORIGINS).map((origin) => origin.replace(/\/$/, ''))
  return {
    production: set.NODE_ENV === 'production',
    host: set.HOST,
    port: set.PORT,
    metricsPort: set.METRICS_PORT,
    dataDir,
    databaseUrl: set.DATABASE_URL,
    poolSize: set.DATABASE_POOL,
    publicUrl,
    origins: [
      new URL(publicUrl).origin,
      'capacitor://localhost',
      'https://localhost',
      ...moreOrigins,
    ],
    linkBases: [publicUrl, ...moreOrigins, ...(set.APP_LINK ? [set.APP_LINK] : [])].map((base) =>
      base.replace(/\/$/, ''),
    ),
    mail: { smtpUrl: set.SMTP_URL, from: set.MAIL_FROM },
    secret: set.SECRET ?? ownSecret(dataDir),
    callsPerMinute: set.CALLS_PER_MINUTE,
    trustProxy: set.TRUST_PROXY,
    gateway: {
      url: set.GEOPAY_URL.replace(/\/$/, ''),
      pagesUrl: set.GEOPAY_PAGES_URL.replace(/\/$/, ''),
      netId: set.GEOPAY_NET_ID,
      merchantId: set.GEOPAY_MERCHANT_ID,
      callback: set.GEOPAY_CALLBACK,
      keysDir: resolve(set.GEOPAY_KEYS ?? join(dataDir, 'sandbox', 'keys')),
      legacySign: set.GEOPAY_LEGACY_SIGN === '1',
      timeout: set.GEOPAY_TIMEOUT,
      settlementList: set.GATEWAY_SETTLEMENT === 'on',
    },
    reconcile: set.RECONCILE === 'on',
    jobs: set.JOBS === 'on',
    logLevel: set.LOG_LEVEL,
  }
}

/** A secret of this installation, made once; of two processes that race, one wins and both read it. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}
