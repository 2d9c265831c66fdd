import { DAY_MS } from '#contract/dates.ts'

/** The storage entry with the time of the last answer to the invitation, in milliseconds since 1970. */
const ANSWERED = 'pushAnswered'
/** How long a "no" is remembered. */
const PAUSE_MS = 120 * DAY_MS

/** Whether the person may be asked: not within four months of their last answer. */
export function mayInvite(storage: Storage, now: Date): boolean {
  const answered = Number(storage.getItem(ANSWERED) ?? 0)
  return !(answered > 0 && now.getTime() - answered < PAUSE_MS)
}

/** Remembers that the person answered. */
export function rememberAnswer(storage: Storage, now: Date): void {
  storage.setItem(ANSWERED, String(now.getTime()))
}
