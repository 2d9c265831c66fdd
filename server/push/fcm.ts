import { createSign } from 'node:crypto'
import type { ServiceAccount } from '#server/push/pushConfig.ts'
import { type PushResult, type PushSender, postOnce, reasonOf } from '#server/push/pushTransport.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** How long Google's token server may take, in milliseconds. */
const TIMEOUT_MS = 10_000
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
  return async ({ endpoint }, { id, to, title, text, page }, { ttl, urgent, ...terms }) => {
    const now = Math.floor(terms.now.getTime() / 1_000)
    if (token.until <= now) {
      const fresh = await newToken(account, now)
      if ('kind' in fresh) return fresh
      token = fresh
    }
    const message = {
      token: endpoint,
      notification: { title, body: text },
      data: { id, to, page },
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
  const part = (object: object) => Buffer.from(JSON.stringify(object)).toString('base64url')
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss, scope: SCOPE, aud, iat: now, exp: now + 3_600 })}`
  const signature = createSign('RSA-SHA256').update(signed).sign(key, 'base64url')
  try {
    const response = await fetch(aud, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: `${signed}.${signature}`,
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
