import type { PushMessage } from '#contract/entities/pushMessage.ts'

/** A device that is pushed to. */
export interface PushDevice {
  platform: 'web' | 'android' | 'ios'
  /** Address at the push service, or token of a native app. */
  endpoint: string
  /** Keys of a browser; empty for a native app. */
  p256dh: string
  auth: string
}

/** The data sent besides the message itself. */
interface PushTerms {
  /** Seconds for which the service keeps the message for a device that is switched off. */
  ttl: number
  /** Whether the device may be woken up for it. */
  urgent: boolean
  now: Date
}

export type PushResult =
  | { kind: 'sent' }
  /** The service does not know the device any more. */
  | { kind: 'gone' }
  /** The service refuses this message, now and later. */
  | { kind: 'refused'; reason: string }
  /** The service refuses the server's credentials. */
  | { kind: 'unauthorised'; reason: string }
  /** The message may be taken later; whether this one was taken may be unknown. */
  | { kind: 'retry'; reason: string; afterSeconds?: number }

/** One way of pushing: Web Push, FCM or APNs. It never throws. */
export type PushSender = (
  device: PushDevice,
  message: PushMessage,
  terms: PushTerms,
) => Promise<PushResult>

/** The longest wait that a service may ask for, in seconds. */
const LONGEST_WAIT_S = 3_600
/** How long a service may take to answer, in milliseconds. */
export const TIMEOUT_MS = 10_000

/** Sends one request: redirects are not followed, and the answer's body is not read. */
export async function postOnce(
  address: string,
  request: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | string },
): Promise<PushResult> {
  let response: Response
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    response = await fetch(address, { ...request, method: 'POST', redirect: 'manual', signal })
  } catch (error) {
    return { kind: 'retry', reason: reasonOf(error) }
  }
  await response.body?.cancel().catch(() => {})
  return resultOf(response.status, response.headers.get('retry-after'))
}

/** The meaning of an HTTP status (RFC 8030; FCM and APNs use the same ones). */
export function resultOf(status: number, retryAfter: string | null): PushResult {
  const reason = `HTTP ${status}`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 401 || status === 403) return { kind: 'unauthorised', reason }
  if (status !== 429 && status < 500) return { kind: 'refused', reason }
  const seconds = retryAfter?.trim() ?? ''
  if (!/^\d{1,9}$/.test(seconds)) return { kind: 'retry', reason }
  return { kind: 'retry', reason, afterSeconds: Math.min(Number(seconds), LONGEST_WAIT_S) }
}

/** The kind of failure; its words may quote the address. */
export function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return name === 'TimeoutError' ? 'timeout' : (cause?.code ?? name)
}
