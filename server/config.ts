import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { DEFAULT_APP_LINK } from '#contract/phoneApp.ts'
import { StartRefused } from '#db/core/startRefusedError.ts'
import { existingSecret, storedOnce, storedSecret } from '#db/storedSecret.ts'
import { productionFaults } from '#server/productionSettings.ts'
import { PUSH_ENVIRONMENT, toPushConfig } from '#server/push/pushConfig.ts'
import { newVapidKey } from '#server/push/vapidKeys.ts'
import {
  address,
  count,
  database,
  isFingerprint,
  isProxy,
  isSmtpUrl,
  isTileAddress,
  list,
  oneOf,
  onOff,
  passkeyOrigin,
  port,
  TILE_ADDRESS,
  text,
  tilesFile,
} from '#server/settingFields.ts'

/** Every setting of the server, by the name of its environment variable. */
const Environment = z
  .object({
    NODE_ENV: oneOf(['development', 'production', 'test'], 'es production, development o test'),
    HOST: z._default(z.string(), '127.0.0.1'),
    PORT: port(3000),
    METRICS_PORT: port(9464),
    DATA_DIR: z.optional(z.string()),
    DATABASE_URL: z.optional(database),
    DATABASE_OWNER_URL: z.optional(database),
    DATABASE_READ_URL: z.optional(database),
    DATABASE_POOL: count(6, 1),
    PUBLIC_URL: z.optional(address),
    ORIGINS: list(
      (origin) => /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+\/?$/.test(origin),
      'lleva orígenes como https://surtidor.uy, separados por comas',
    ),
    SEED: z.optional(z.enum(['on', 'off'], 'es on u off')),
    SECRET: z.optional(text(/^.{32}/s, 'tiene que tener 32 caracteres o más')),
    SMTP_URL: z.optional(
      text(isSmtpUrl, 'tiene que ser una dirección que empieza con smtp:// o smtps://'),
    ),
    MAIL_FROM: z._default(
      text(/\S@\S/, 'tiene que llevar una dirección de correo'),
      'Surtidor <avisos@surtidor.uy>',
    ),
    APP_LINK: z.optional(
      text(
        /^[a-z][a-z0-9+.-]*:\/\/\S*$/,
        'tiene que ser una dirección, como uy.surtidor.app://open',
      ),
    ),
    ANDROID_CERT_FINGERPRINTS: list(
      isFingerprint,
      'lleva huellas SHA-256 como las muestra keytool (AB:CD:…), separadas por comas',
    ),
    APPLE_TEAM_ID: z.optional(
      text(/^[A-Z0-9]{10}$/, 'tiene que tener diez letras mayúsculas o cifras'),
    ),
    CALLS_PER_MINUTE: count(1200),
    ADJUSTMENT_LIMIT: count(1000),
    REFUND_LIMIT_UYU: count(500_000),
    REFUND_LIMIT_USD: count(12_500),
    IMPORT_LIMIT_UYU: count(50_000_000),
    IMPORT_LIMIT_USD: count(1_250_000),
    IMPORT_LIMIT_POINTS: count(10_000),
    OVERDUE_HOURS: count(24, 1),
    OVERDUE_PROPOSAL_HOURS: count(4, 1),
    OVERDUE_TILL_HOURS: count(1, 1),
    TRUST_PROXY: list(
      isProxy,
      'lleva direcciones IP o redes, como 10.0.0.1,10.1.0.0/16, o loopback',
    ),
    GEOPAY_URL: z._default(address, 'http://127.0.0.1:3100'),
    GEOPAY_PAGES_URL: z._default(address, 'http://localhost:3100'),
    GEOPAY_NET_ID: z._default(z.string(), 'SURTIDOR'),
    GEOPAY_MERCHANT_ID: z._default(z.string(), '900001'),
    GEOPAY_CALLBACK: z._default(z.string(), 'surtidor-app'),
    GEOPAY_KEYS: z.optional(z.string()),
    GEOPAY_LEGACY_SIGN: oneOf(['0', '1'], 'es 0 o 1'),
    GEOPAY_TIMEOUT: count(60_000, 1),
    GATEWAY_SETTLEMENT: onOff,
    RECONCILE: onOff,
    ...PUSH_ENVIRONMENT,
    JOBS: onOff,
    TILES_URL: z.optional(address.check(z.refine(isTileAddress, TILE_ADDRESS))),
    TILES_FILE: z.optional(z.string().check(tilesFile)),
    TILES_ATTRIBUTION: z._default(z.string(), ''),
    TILES_ATTRIBUTION_URL: z._default(z.union([z.literal(''), address]), ''),
    LOG_LEVEL: oneOf(
      ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent'],
      'es trace, debug, info, warn, error, fatal o silent',
    ),
  })
  .check(
    z.refine(({ TILES_FILE, TILES_URL }) => !TILES_FILE || !TILES_URL, {
      path: ['TILES_FILE'],
      message: 'tiene que faltar cuando está TILES_URL: el mapa tiene una sola fuente',
    }),
  )

export type Config = ReturnType<typeof toConfig>

/**
 * Reads the settings, and stores a secret and a key of Web Push in `DATA_DIR` where none is given.
 * @throws StartRefused with one line per setting that is invalid, or unsafe in production, which
 *   names it and says what it should be
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const { config, faults } = inspectConfig(env)
  if (!config || faults.length > 0) throw new StartRefused(faults)
  const { dataDir, secret, push } = config
  const vapidPrivateKey = push.vapidPrivateKey || storedOnce(dataDir, 'vapid', newVapidKey)
  return { ...config, secret: secret || storedSecret(dataDir), push: { ...push, vapidPrivateKey } }
}

/**
 * Reads the settings and changes nothing: secret and key of Web Push are empty where none is given.
 * @returns null and the reasons when a setting is invalid; both when production refuses one
 */
export function inspectConfig(env: Record<string, string | undefined>): {
  config: Config | null
  faults: string[]
} {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const dataDir = resolve(given.DATA_DIR ?? '.data')
  const read = z.safeParse(Environment, given)
  const invalid = new Map(
    read.error?.issues.map(({ path: [name], message }) => [String(name), message]) ?? [],
  )
  const unsafe =
    given.NODE_ENV === 'production'
      ? productionFaults(given, dataDir).filter(({ name }) => !invalid.has(name))
      : []
  return {
    config: read.success ? toConfig(read.data, dataDir) : null,
    faults: [
      ...[...invalid].map(([name, message]) => `Configuración: ${name} ${message}`),
      ...unsafe.map(({ name, fault }) => `Producción: ${name} ${fault}`),
    ],
  }
}

function toConfig(set: z.infer<typeof Environment>, dataDir: string) {
  const publicUrl = (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/$/, '')
  const moreOrigins = set.ORIGINS.map((origin) => origin.replace(/\/$/, ''))
  const origins = [
    new URL(publicUrl).origin,
    'capacitor://localhost',
    'https://localhost',
    ...moreOrigins,
  ]
  const androidCertificates = set.ANDROID_CERT_FINGERPRINTS
  return {
    production: set.NODE_ENV === 'production',
    /** Whether `npm start` fills an empty database with the demo data; never in production. */
    demoData: set.SEED ? set.SEED === 'on' : set.NODE_ENV !== 'production',
    host: set.HOST,
    port: set.PORT,
    /** Bound to loopback; 0 chooses a free port. */
    metricsPort: set.METRICS_PORT,
    dataDir,
    databaseUrl: set.DATABASE_URL,
    /** The login that owns the tables and migrates; undefined: another program does, or `databaseUrl`. */
    ownerUrl: set.DATABASE_OWNER_URL,
    /** Leads to replicas, for the calls whose answer may be stale; undefined: the primary answers all. */
    readUrl: set.DATABASE_READ_URL,
    poolSize: set.DATABASE_POOL,
    /** The public address of the app, without a trailing slash. */
    publicUrl,
    /** Origins that may call, compared exactly; those of the phone apps are always included. */
    origins,
    passkeys: {
      /** The host of `publicUrl`: a passkey belongs to it. */
      rpId: new URL(publicUrl).hostname,
      /** Origins whose passkeys are accepted: `origins`, and those of the signed phone apps. */
      origins: [...origins, ...androidCertificates.map(passkeyOrigin)],
    },
    /**
     * Allowed beginnings of the links in mails. A link with a code is https: any app of a phone may
     * claim another scheme. The installed app opens the links of `publicUrl`.
     */
    linkBases: [publicUrl, ...moreOrigins.filter((origin) => origin.startsWith('https://'))],
    /** Beginning of the links into the installed app. */
    appLink: (set.APP_LINK ?? DEFAULT_APP_LINK).replace(/\/$/, ''),
    /** The identity of the installed app; empty and null without one. */
    phone: { androidCertificates, appleTeam: set.APPLE_TEAM_ID ?? null },
    /** Without an SMTP server nothing is sent, and the development mailbox shows the outbox. */
    mail: {
      smtpUrl: set.SMTP_URL,
      from: set.MAIL_FROM.includes('<') ? set.MAIL_FROM : `Surtidor <${set.MAIL_FROM}>`,
      requireTls: set.NODE_ENV === 'production',
    },
    /** Key of the signed cookies and of the encrypted secrets; all processes of a service share it. */
    secret: set.SECRET ?? existingSecret(dataDir) ?? '',
    /** Per IP address; 0 means no limit. */
    callsPerMinute: set.CALLS_PER_MINUTE,
    /** Points that one operator may give or take in a day without another one, and that a member may get or lose so. */
    adjustmentLimit: set.ADJUSTMENT_LIMIT,
    /** Cents of one charge, and of a day, an operator or a payer, that are given back without another operator, by currency. */
    refundLimits: { [PESOS]: set.REFUND_LIMIT_UYU, [DOLLARS]: set.REFUND_LIMIT_USD },
    /** What an operator's files may make in a day without another operator: cents of debts, and points. */
    importLimits: {
      pesos: set.IMPORT_LIMIT_UYU,
      dollars: set.IMPORT_LIMIT_USD,
      points: set.IMPORT_LIMIT_POINTS,
    },
    /** Hours after which what waits is told to operators who asked for it. */
    overdueHours: {
      waiting: set.OVERDUE_HOURS,
      proposals: set.OVERDUE_PROPOSAL_HOURS,
      tills: set.OVERDUE_TILL_HOURS,
    },
    trustProxy: set.TRUST_PROXY.join(','),
    gateway: {
      url: set.GEOPAY_URL.replace(/\/$/, ''),
      pagesUrl: set.GEOPAY_PAGES_URL.replace(/\/$/, ''),
      netId: set.GEOPAY_NET_ID,
      merchantId: set.GEOPAY_MERCHANT_ID,
      /** The name under which the gateway has our return address registered. */
      callback: set.GEOPAY_CALLBACK,
      keysDir: resolve(set.GEOPAY_KEYS ?? join(dataDir, 'sandbox', 'keys')),
      /** Sign with SHA1withRSA and without a key id, as older versions of the gateway require. */
      legacySign: set.GEOPAY_LEGACY_SIGN === '1',
      /** Milliseconds after which a call without an answer counts as unknown. */
      timeout: set.GEOPAY_TIMEOUT,
      /** Whether the gateway's settlement list has the sandbox's form; off when its form is unknown. */
      settlementList: set.GATEWAY_SETTLEMENT === 'on',
    },
    /** Whether attempts are polled and days reconciled; off only to inject that fault. */
    reconcile: set.RECONCILE === 'on',
    push: toPushConfig(set),
    /** Off for a process that only serves calls: it adds background jobs and runs none. */
    jobs: set.JOBS === 'on',
    /** The source of the map's tiles; null: the app draws its own outline of the country only. */
    tiles: set.TILES_URL
      ? {
          url: set.TILES_URL,
          attribution: set.TILES_ATTRIBUTION,
          attributionUrl: set.TILES_ATTRIBUTION_URL,
        }
      : null,
    /** The file of the map's vector tiles, absolute; null without one, and where `tiles` are given. */
    tilesFile: set.TILES_FILE ? resolve(set.TILES_FILE) : null,
    logLevel: set.LOG_LEVEL,
  }
}
