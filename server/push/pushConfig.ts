import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { isVapidKey } from '#server/push/vapidKeys.ts'
import { list, text } from '#server/settingFields.ts'
import { tryOrUndefined } from '#server/tryOrUndefined.ts'

const contentOf = (file: string) => tryOrUndefined(() => readFileSync(file, 'utf8'))
const isPrivateKey = (pem: string) => tryOrUndefined(() => createPrivateKey(pem).type) === 'private'

/** The parts of a Google service account's file that FCM needs. */
const ServiceAccount = z.object({
  project_id: z.string().check(z.regex(/^[\w-]+$/)),
  client_email: z.string(),
  private_key: z.string().check(z.refine(isPrivateKey)),
  token_uri: z.string().check(z.regex(/^https?:\/\//)),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>
const readServiceAccount = (file: string) =>
  tryOrUndefined(() => z.parse(ServiceAccount, JSON.parse(readFileSync(file, 'utf8'))))

/** The key with which the server signs its requests to APNs. */
export type ApnsKey = NonNullable<ReturnType<typeof toPushConfig>['apns']>

/** The settings of push, by the name of their environment variable. */
export const PUSH_ENVIRONMENT = {
  VAPID_PRIVATE_KEY: z.optional(
    text(isVapidKey, 'tiene que ser una clave P-256 de 32 bytes en base64url'),
  ),
  PUSH_HOSTS: list(
    (origin) => /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin),
    'lleva orígenes como https://push.ejemplo.uy, separados por comas',
  ),
  FCM_SERVICE_ACCOUNT: z.optional(
    text(
      (file) => readServiceAccount(file) !== undefined,
      'tiene que ser el archivo JSON de una cuenta de servicio de Firebase',
    ),
  ),
  APNS_KEY: z.optional(
    text(
      (file) => isPrivateKey(contentOf(file) ?? ''),
      'tiene que ser el archivo .p8 de una clave de APNs',
    ),
  ),
  APNS_KEY_ID: z._default(z.string(), ''),
  APNS_TEAM_ID: z._default(z.string(), ''),
  APNS_TOPIC: z._default(z.string(), 'uy.surtidor.app'),
}

export function toPushConfig(set: z.infer<z.ZodMiniObject<typeof PUSH_ENVIRONMENT>>) {
  const key = set.APNS_KEY && contentOf(set.APNS_KEY)
  return {
    /** A private key of P-256: 32 bytes, base64url. Empty in settings that were only inspected. */
    vapidPrivateKey: set.VAPID_PRIVATE_KEY ?? '',
    /** Origins of push services beside the listed ones. */
    origins: set.PUSH_HOSTS,
    /** Undefined: phones with Android are registered and not pushed to. */
    serviceAccount: set.FCM_SERVICE_ACCOUNT
      ? readServiceAccount(set.FCM_SERVICE_ACCOUNT)
      : undefined,
    /** PKCS #8, PEM. Undefined: phones with iOS are registered and not pushed to. */
    apns: key
      ? { key, keyId: set.APNS_KEY_ID, teamId: set.APNS_TEAM_ID, topic: set.APNS_TOPIC }
      : undefined,
  }
}
