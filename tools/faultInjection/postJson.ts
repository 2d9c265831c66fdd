import { setTimeout as sleep } from 'node:timers/promises'

const MAX_TRIES = 30
const RETRY_DELAY_MS = 300
const TIMEOUT_MS = 20_000

/** Posts until a server answers something else than 503. @returns null when no try was answered */
export async function postJson(
  url: string,
  message: object,
): Promise<{ status: number; text: string } | null> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await answer.text()
      if (answer.status !== 503) return { status: answer.status, text }
    } catch {
      // The server is down or was killed while it answered.
    }
    await sleep(RETRY_DELAY_MS)
  }
  return null
}
