import * as z from 'zod/mini'
import type { CallContract } from '#contract/call.ts'
import { DAY_MS, lastDays, toRange } from '#contract/dates.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { ownEntries, type PersonalStorage } from '#kit/browser/perUserStorage.ts'

/** Milliseconds after which a stored answer is dropped. */
export const MAX_AGE = 30 * DAY_MS
/** Answers of one call that are stored, the newest ones: other periods, stations and loyalties. */
const MAX_ANSWERS = 3
/** The longest JSON of one answer that is stored, in characters. */
const MAX_LENGTH = 250_000

const PREFIX = 'answers '
/** The name of the entry with a person's answers of a call. */
export const answersEntry = (call: string): string => PREFIX + call

const Entry = lazyObject(() => ({
  answers: z.array(
    z.object({
      /** The fields of the request as JSON; the usual period is left out, because it moves every day. */
      fields: z.string(),
      /** When it was received, in milliseconds since the epoch. */
      at: z.number(),
      /** The build that stored the answer, whose contracts it fits. */
      build: z.optional(z.string()),
      answer: z.unknown(),
    }),
  ),
}))
type StoredAnswer = z.infer<typeof Entry>['answers'][number]

/**
 * The stored answer to a request. One that the same build has stored fits its contracts, and a check would
 * delay the first paint; what payments are made from is checked every time.
 * @param build names the app's script with its contracts; without it every answer is checked
 * @returns undefined when there is none, it is too old, or it does not match the contract any more
 */
export function storedAnswer(
  own: PersonalStorage,
  contract: CallContract,
  fields: object,
  now: Date,
  build?: string,
): { at: number; answer: unknown } | undefined {
  const wanted = fieldsText(fields, now)
  const stored = readAnswers(own, contract, now).find((one) => one.fields === wanted)
  if (!stored) return undefined
  const isChecked = build !== undefined && stored.build === build && contract.group !== 'payments'
  if (isChecked) return stored
  const answer = contract.response.safeParse(stored.answer)
  return answer.success ? { at: stored.at, answer: answer.data } : undefined
}

/** Stores an answer in the place of an earlier one to the same request. */
export function storeAnswer(
  own: PersonalStorage,
  contract: CallContract,
  fields: object,
  { at, answer }: { at: number; answer: unknown },
  now: Date,
  build?: string,
): void {
  const newest = { fields: fieldsText(fields, now), at, build, answer }
  const others = readAnswers(own, contract, now).filter((one) => one.fields !== newest.fields)
  const fits = JSON.stringify(newest).length <= MAX_LENGTH
  const answers = [...(fits ? [newest] : []), ...others].slice(0, MAX_ANSWERS)
  try {
    own.write(answersEntry(contract.name), JSON.stringify({ answers }))
  } catch (error) {
    // The storage is full: what was typed is worth more than answers that the server has.
    console.warn('No se pudo guardar una respuesta', error)
    for (const name of own.names(PREFIX)) own.remove(name)
  }
}

/** Removes the answers that are too old to be shown, of every person with entries in these storages. */
export function removeOldAnswers(places: readonly Storage[], now: Date): void {
  for (const [own, name] of places.flatMap((place) => ownEntries(place, PREFIX))) {
    const answers = readAnswers(own, { name: name.slice(PREFIX.length) }, now)
    const text = JSON.stringify({ answers })
    if (answers.length === 0) own.remove(name)
    else if (text !== own.read(name)) own.write(name, text)
  }
}

/** The entry may come from another version of the app: without answers when it does not parse. */
function readAnswers(
  own: PersonalStorage,
  { name }: Pick<CallContract, 'name'>,
  now: Date,
): StoredAnswer[] {
  try {
    const { answers } = Entry.parse(JSON.parse(own.read(answersEntry(name)) ?? 'null'))
    // A time ahead of now comes from a clock that was wrong.
    return answers.filter(({ at }) => Math.abs(now.getTime() - at) < MAX_AGE)
  } catch {
    return []
  }
}

/** The text that identifies a request. The usual period of today and that of a stored answer are the same. */
function fieldsText(fields: object, now: Date): string {
  const { dateFrom, dateTo, ...others } = fields as { dateFrom?: unknown; dateTo?: unknown }
  const usual = toRange(lastDays(now))
  const isUsual = dateFrom === usual.dateFrom && dateTo === usual.dateTo
  return JSON.stringify(isUsual ? { ...others, period: 'usual' } : fields)
}
