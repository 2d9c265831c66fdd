import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

const ENDPOINT = 'La dirección de los avisos no es válida.'
const KEYS = 'Las claves del navegador no son válidas.'
/**
 * Public key of the browser's subscription: an uncompressed P-256 point, base64url without padding.
 */
const Point = z.string(KEYS).check(z.regex(/^B[\w-]{86}$/, KEYS))
/** Secret of the browser's subscription: 16 bytes, base64url without padding. */
const Secret = z.string(KEYS).check(z.regex(/^[\w-]{22}$/, KEYS))
const DETAIL = 'Decinos si la pantalla bloqueada puede mostrar el detalle.'

/**
 * Pushes the caller's notifications to this session's device from now on, until the session ends. A
 * repeat replaces what the session had. A device has one owner: an earlier one loses it.
 * Errors: 05 an address that is not of a listed push service.
 */
export const registerPush = defineCall('push', 'registerPush', {
  access: [USER],
  changes: true,
  request: () => ({
    /** The device: a browser's subscription, or a phone's token. */
    device: z.discriminatedUnion(
      'platform',
      [
        z.object({
          /** Kind of the device: `web` for a browser, `android` or `ios` for a phone. */
          platform: z.literal('web'),
          /** Address of the push service, of the browser's `PushSubscription`. */
          endpoint: opaqueCode(1000, ENDPOINT),
          p256dh: Point,
          auth: Secret,
        }),
        z.object({
          /** Kind of the device: `web` for a browser, `android` or `ios` for a phone. */
          platform: z.enum(['android', 'ios']),
          /** Token of FCM or APNs. */
          token: z.string(ENDPOINT).check(z.regex(/^[\w:-]{32,1000}$/, ENDPOINT)),
        }),
      ],
      'Ese dispositivo no recibe avisos.',
    ),
    /** Whether the locked screen may show title and text. */
    detail: withDefault(z.boolean(DETAIL), false),
  }),
  response: () => ({
    /** Id of the subscription; also in each message to it. */
    id: z.string(),
  }),
})
