import * as z from 'zod/mini'
import { withoutCardData } from '#app/offline/persistedCalls.ts'
import { ANSWERS_PREFIX, answersKey } from '#app/offline/storageKeys.ts'
import type { CallContract } from '#contract/call.ts'
import { DAY_MS, lastDays, toRange } from '#contract/dates.ts'
import { ownKey, ownNames } from '#kit/browser/perUserStorage.ts'

/** Milliseconds after which a kept answer is dropped. */
export const MAX_AGE = 30 * DAY_MS
/** Answers of one call that are kept, the newest ones: other periods, stations and loyalties. */
const MAX_ANSWERS = 3
/** The longest JSON of one answer that is kept, in characters. */
const MAX_LENGTH = 250_000

/**
 * The name of this script's file, which the build derives from its content and from the contracts it
 * imports. The development server has no such names.
 */
const BUILD = import.meta.env.PROD ? import.meta.url : undefined

/** One answer of a call. */
const StoredAnswer = z.object({
  /** The fields of the request as JSON; the usual period is left out, because it moves every day. */
  fields: z.string(),
  /** When it was received, in milliseconds since the epoch. */
  at: z.number(),
  /** The build whose contract has checked the answer; absent in answers of earlier versions. */
  build: z.optional(z.string()),
  answer: z.unknown(),
})
type StoredAnswer = z.infer<typeof StoredAnswer>

/** The entry of one call. */
const Entry = z.object({ version: z.literal(1), answers: z.array(StoredAnswer) })

/** The person and the storage of the current session: an answer lasts no longer than the session does. */
export interface Owner {
  email: string
  place: Storage
}

/**
 * The kept answer to a request. One that the same build has kept was checked then, and the check would
 * delay the first paint; what payments are made from is checked every time.
 * @returns undefined when there is none, it is too old, or it does not match the contract any more
 */
export function storedAnswer(
  { email, place }: Owner,
  contract: CallContract,
  fields: object,
  now: Date,
  build = BUILD,
): { at: number; answer: unknown } | undefined {
  const wanted = fieldsText(fields, now)
  const kept = readAnswers(place, answersKey(email, contract.name), now).find(
    (one) => one.fields === wanted,
  )
  if (!kept) return undefined
  const isChecked = build !== undefined && kept.build === build && contract.group !== 'payments'
  if (isChecked) return { at: kept.at, answer: kept.answer }
  const answer = contract.response.safeParse(kept.answer)
  return answer.success ? { at: kept.at, answer: answer.data } : undefined
}

/** Keeps an answer in the place of an earlier one to the same request. */
export function storeAnswer(
  { email, place }: Owner,
  contract: CallContract,
  fields: object,
  { at, answer }: { at: number; answer: unknown },
  now: Date,
  build = BUILD,
): void {
  const content = withoutCardData(contract, answer)
  const kept = { fields: fieldsText(fields, now), at, build, answer: content }
  const key = answersKey(email, contract.name)
  const others = readAnswers(place, key, now).filter((one) => one.fields !== kept.fields)
  const fits = JSON.stringify(kept).length <= MAX_LENGTH
  const answers = [...(fits ? [kept] : []), ...others].slice(0, MAX_ANSWERS)
  try {
    place.setItem(key, JSON.stringify({ version: 1, answers } satisfies z.infer<typeof Entry>))
  } catch (error) {
    // The storage is full: what was typed is worth more than answers that the server has.
    console.warn('No se pudo guardar una respuesta', error)
    removeStoredAnswers({ email, place })
  }
}

/** Removes the answers of a person, and leaves what the person wrote. */
export function removeStoredAnswers({ email, place }: Owner): void {
  for (const name of ownNames(place, email, ANSWERS_PREFIX)) place.removeItem(ownKey(email, name))
}

/** The entry may come from another version of the app: without answers when it does not parse. */
function readAnswers(place: Storage, key: string, now: Date): StoredAnswer[] {
  try {
    const { answers } = Entry.parse(JSON.parse(place.getItem(key) ?? 'null'))
    // A time ahead of now comes from a clock that was wrong.
    return answers.filter(({ at }) => Math.abs(now.getTime() - at) < MAX_AGE)
  } catch {
    return []
  }
}

/** The text that identifies a request. The usual period of today and that of a kept answer are the same. */
function fieldsText(fields: object, now: Date): string {
  const { dateFrom, dateTo, ...others } = fields as { dateFrom?: unknown; dateTo?: unknown }
  const usual = toRange(lastDays(now))
  const isUsual = dateFrom === usual.dateFrom && dateTo === usual.dateTo
  return JSON.stringify(isUsual ? { ...others, period: 'usual' } : fields)
}
