import webPush from 'web-push'
import type { Config } from '#server/config.ts'
import { isPushEndpoint } from '#server/push/pushEndpointAllowlist.ts'
import { type PushSender, postOnce } from '#server/push/pushTransport.ts'
import { vapidKeys } from '#server/push/vapidKeys.ts'

/** Headers that the HTTP client writes itself. */
const OWN_HEADERS = /^content-length$/i

/**
 * Pushes to browsers: encrypted for the device (RFC 8291), signed with the server's key (RFC 8292).
 * `Topic` makes the service replace an earlier copy of the same notification that still waits.
 */
export function webPushSender(config: Config): PushSender {
  const vapidDetails = { ...vapidKeys(config.push.vapidPrivateKey), subject: subjectOf(config) }
  return async ({ endpoint, p256dh, auth }, message, { ttl, urgent }) => {
    if (!isPushEndpoint(endpoint, config.push.origins))
      return { kind: 'refused', reason: 'host not listed' }
    let request: ReturnType<typeof webPush.generateRequestDetails>
    try {
      request = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails,
          TTL: ttl,
          urgency: urgent ? 'high' : 'normal',
          topic: Buffer.from(message.id.replaceAll('-', ''), 'hex').toString('base64url'),
        },
      )
    } catch {
      // A point that is not on the curve. The library's words may quote the keys.
      return { kind: 'refused', reason: 'keys' }
    }
    const headers = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.test(name))
    return await postOnce(endpoint, {
      headers: Object.fromEntries(headers),
      body: new Uint8Array(request.body ?? []),
    })
  }
}

/** Whom a push service may write to about the server: the sender of its e-mails. */
function subjectOf({ mail }: Config): string {
  const address = /<([^>]+)>/.exec(mail.from)?.[1] ?? mail.from
  return `mailto:${address.trim()}`
}
