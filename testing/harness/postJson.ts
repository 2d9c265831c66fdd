import { setTimeout as sleep } from 'node:timers/promises'
import { fetchFrom, type WireAnswer } from '#testing/harness/testClient.ts'

const MAX_TRIES = 30
const RETRY_DELAY_MS = 300
const TIMEOUT_MS = 20_000

/** Posts until a server answers something else than 503. @returns null when no try was answered */
export async function postJson(url: string, message: object): Promise<WireAnswer | null> {
  const headers = { 'content-type': 'application/json' }
  const request = { path: '', headers, body: JSON.stringify(message) }
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // No answer: the server is down or was killed while it answered.
    const answer = await fetchFrom(url, TIMEOUT_MS)(request).catch(() => null)
    if (answer && answer.status !== 503) return answer
    await sleep(RETRY_DELAY_MS)
  }
  return null
}
