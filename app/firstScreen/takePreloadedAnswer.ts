import type { CallContract } from '#contract/call.ts'

/** A query that `boot/preloadData.ts` sent before this script was loaded. */
export interface PreloadedCall {
  /** Name of the contract. */
  name: string
  /** The fields of the request as JSON. */
  fields: string
  token: string
  /** Milliseconds since the epoch. */
  sentAt: number
  /** The unchecked JSON of the answer; rejects with an ApiError of the inline script's own copy of the class. */
  answer: Promise<unknown>
}

declare global {
  /** Set by `boot/preloadData.ts`. */
  var preloadedCalls: PreloadedCall[] | undefined
}

/** Milliseconds after which a preloaded answer is too old to be shown as new. */
const MAX_AGE = 30_000

/**
 * The preloaded answer to a query of the same session with the same fields, once.
 * @returns undefined when there is none: the query is to be sent
 */
export function takePreloadedAnswer(
  { name }: CallContract,
  fields: object,
  token: string,
  now: Date,
): Promise<unknown> | undefined {
  const calls = globalThis.preloadedCalls ?? []
  const wanted = JSON.stringify(fields)
  const found = calls.find((call) => call.name === name && call.fields === wanted)
  if (!found) return undefined
  globalThis.preloadedCalls = calls.filter((call) => call !== found)
  const isFresh = Math.abs(now.getTime() - found.sentAt) < MAX_AGE
  return found.token === token && isFresh ? found.answer : undefined
}
