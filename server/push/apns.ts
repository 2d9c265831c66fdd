import { sign } from 'node:crypto'
import { type ClientHttp2Session, connect } from 'node:http2'
import type { ApnsKey } from '#server/push/pushConfig.ts'
import { type PushResult, type PushSender, reasonOf, resultOf } from '#server/push/pushTransport.ts'

/** Apple refuses a token older than an hour, and new ones more often than every 20 minutes. */
const TOKEN_S = 2_400
/** How long APNs may take to answer, in milliseconds. */
const TIMEOUT_MS = 10_000
/** The longest answer that is read, in characters. */
const MAX_ANSWER = 4_096
/** Milliseconds without a message after which the connection is closed. */
const IDLE_MS = 60_000

/**
 * Pushes to phones with iOS by APNs, over one connection
 * (developer.apple.com, "Sending notification requests to APNs").
 * @param url of the service; another one in tests
 */
export function apnsSender(key: ApnsKey, url = 'https://api.push.apple.com'): PushSender {
  let session: ClientHttp2Session | undefined
  let token = { text: '', until: 0 }
  const open = () => {
    if (session && !session.closed && !session.destroyed) return session
    const fresh = connect(url)
    fresh.on('error', () => {})
    fresh.setTimeout(IDLE_MS, () => fresh.close())
    fresh.unref()
    session = fresh
    return fresh
  }
  return async ({ endpoint }, { id, to, title, text, page }, { ttl, urgent, ...terms }) => {
    const now = Math.floor(terms.now.getTime() / 1_000)
    if (token.until <= now) token = { text: newToken(key, now), until: now + TOKEN_S }
    const headers = {
      ':method': 'POST',
      ':path': `/3/device/${endpoint}`,
      authorization: `bearer ${token.text}`,
      'apns-topic': key.topic,
      'apns-push-type': 'alert',
      'apns-priority': urgent ? '10' : '5',
      'apns-expiration': String(now + ttl),
      // A later copy replaces what the phone shows under the same id.
      'apns-collapse-id': id,
    }
    const body = { aps: { alert: { title, body: text }, sound: 'default' }, id, to, page }
    return await request(open(), headers, JSON.stringify(body))
  }
}

async function request(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body: string,
): Promise<PushResult> {
  return await new Promise((resolve) => {
    const fail = (error: unknown) => resolve({ kind: 'retry', reason: reasonOf(error) })
    session.once('error', fail)
    const stream = session.request(headers)
    stream.setTimeout(TIMEOUT_MS, () => stream.destroy(new Error('timeout')))
    stream.on('error', fail)
    stream.on('close', () => {
      session.off('error', fail)
      resolve({ kind: 'retry', reason: 'closed' })
    })
    stream.on('response', (answer) => {
      const result = resultOf(Number(answer[':status']), answer['retry-after'] ?? null)
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => {
        text += part
        if (text.length > MAX_ANSWER) stream.destroy(new Error('answer too long'))
      })
      stream.on('end', () => resolve(isInvalidToken(text) ? { kind: 'gone' } : result))
    })
    stream.end(body)
  })
}

/**
 * Whether APNs refuses the device's token for good. It does so with status 400, as it does a message
 * that it cannot read; 410 is for tokens that were valid once ("Handling notification responses from
 * APNs"). The phone registers its token again when the app starts.
 */
const isInvalidToken = (answer: string): boolean =>
  /"reason":\s*"(?:BadDeviceToken|DeviceTokenNotForTopic)"/.test(answer)

/** A provider's token (ES256). */
function newToken({ key, keyId, teamId }: ApnsKey, now: number): string {
  const part = (object: object) => Buffer.from(JSON.stringify(object)).toString('base64url')
  const signed = `${part({ alg: 'ES256', kid: keyId })}.${part({ iss: teamId, iat: now })}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
