import { sign } from 'node:crypto'
import { type ClientHttp2Session, connect } from 'node:http2'
import type { ApnsKey, ServiceAccount } from '#server/push/pushConfig.ts'
import {
  type PushResult,
  type PushSender,
  postOnce,
  reasonOf,
  resultOf,
  TIMEOUT_MS,
} from '#server/push/pushTransport.ts'

/**
 * A signed token (RFC 7519), by RS256 or ES256.
 * @param key PKCS #8, PEM
 */
function signedToken(header: object, claims: object, key: string): string {
  const part = (object: object) => Buffer.from(JSON.stringify(object)).toString('base64url')
  const text = `${part(header)}.${part(claims)}`
  // ES256 has the two numbers of the signature side by side (RFC 7518, 3.4); an RSA key ignores it.
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

const FCM_SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** Seconds before its end at which a token is replaced. */
const MARGIN_S = 300

/**
 * Pushes to phones with Android by FCM's HTTP v1 interface
 * (firebase.google.com/docs/cloud-messaging/send/v1-api).
 * @param url of the interface; another one in tests
 */
export function fcmSender(account: ServiceAccount, url = 'https://fcm.googleapis.com'): PushSender {
  let token = { text: '', until: 0 }
  const address = `${url}/v1/projects/${account.project_id}/messages:send`
  return async ({ endpoint }, { id, to, title, text, page, item }, { ttl, urgent, ...terms }) => {
    const now = Math.floor(terms.now.getTime() / 1_000)
    if (token.until <= now) {
      const fresh = await newToken(account, now)
      if ('kind' in fresh) return fresh
      token = fresh
    }
    const message = {
      token: endpoint,
      notification: { title, body: text },
      data: { id, to, page, ...(item && { item }) },
      // A later copy replaces what the phone shows under the same tag.
      android: { priority: urgent ? 'HIGH' : 'NORMAL', ttl: `${ttl}s`, notification: { tag: id } },
    }
    return await postOnce(address, {
      headers: { authorization: `Bearer ${token.text}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    })
  }
}

/** A token of the account (RFC 7523), with its end in seconds since 1970. */
async function newToken(
  account: ServiceAccount,
  now: number,
): Promise<{ text: string; until: number } | PushResult> {
  const { client_email: iss, token_uri: aud, private_key: key } = account
  const claims = { iss, scope: FCM_SCOPE, aud, iat: now, exp: now + 3_600 }
  try {
    const response = await fetch(aud, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: signedToken({ alg: 'RS256', typ: 'JWT' }, claims, key),
      }),
    })
    if (response.status >= 500) return { kind: 'retry', reason: `token HTTP ${response.status}` }
    if (!response.ok) return { kind: 'unauthorised', reason: `token HTTP ${response.status}` }
    const answer = (await response.json()) as { access_token?: string; expires_in?: number }
    if (!answer.access_token) return { kind: 'unauthorised', reason: 'token missing' }
    return { text: answer.access_token, until: now + (answer.expires_in ?? 0) - MARGIN_S }
  } catch (error) {
    return { kind: 'retry', reason: `token ${reasonOf(error)}` }
  }
}

/** Seconds. Apple refuses a token older than an hour, and new ones more often than every 20 minutes. */
const APNS_TOKEN_S = 2_400
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
  return async ({ endpoint }, { id, to, title, text, page, item }, { ttl, urgent, ...terms }) => {
    const now = Math.floor(terms.now.getTime() / 1_000)
    if (token.until <= now) {
      const claims = { iss: key.teamId, iat: now }
      const text = signedToken({ alg: 'ES256', kid: key.keyId }, claims, key.key)
      token = { text, until: now + APNS_TOKEN_S }
    }
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
    const body = { aps: { alert: { title, body: text }, sound: 'default' }, id, to, page, item }
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
