import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { KIND_NAMES } from '#contract/console/objectKinds.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

/** Something that waits for the operator. */
const Waiting = lazyObject(() => ({
  /** What waits, in Spanish. */
  title: z.string(),
  /** How many of them. */
  count: z.int(),
  /** Since when the oldest waits, `yyyyMMddHHmmss` in Montevideo. */
  oldest: Stamp,
  /** Address of their list inside the console; of the oldest alone where there is no list. */
  path: z.string(),
}))

/** What happened today, and a week before. */
const Measure = lazyObject(() => ({
  /** What is counted, in Spanish. */
  title: z.string(),
  /** Whether it counts cents of pesos. */
  isMoney: z.boolean(),
  /** Today until now. */
  today: z.int(),
  /** On the same weekday a week ago, until the same time. */
  weekAgo: z.int(),
  /** The values of the hours of the day in Montevideo, from 0. */
  hours: z.array(
    z.object({
      /** Today; 0 for an hour that has not come. */
      today: z.int(),
      /** A week ago. */
      weekAgo: z.int(),
    }),
  ),
}))

/** Whether a part of the product works. */
const Health = lazyObject(() => ({
  /** The part, in Spanish. */
  title: z.string(),
  /** How it is: `neutral` when it is not known. */
  tone: z.enum(['good', 'warn', 'bad', 'neutral']),
  /** How it is, in words. */
  text: z.string(),
}))

/** What makes an object of a kind. */
const ListAction = lazyObject(() => ({
  kind: z.enum(KIND_NAMES),
  /** Name of the action of the kind's list. */
  name: z.string(),
  /** Of its button: a verb, in Spanish. */
  label: z.string(),
}))

/**
 * What the first page of the console shows to an operator: what waits for them, what happened today
 * beside the same weekday a week ago, and, to an administrator, whether the parts of the product work.
 * Errors: 05 without a second factor.
 */
export const home = defineCall('operator', 'home', {
  access: [UBER, PETROBRAS, ADMINISTRADOR],
  response: () => ({
    /** What waits, the longest waiting first. */
    waiting: z.array(Waiting),
    /** Of the stations that the caller sees; empty for a caller that sees none. */
    measures: z.array(Measure),
    /** Empty below an administrator. */
    health: z.array(Health),
    /** The actions of all lists that the caller may do. */
    listActions: z.array(ListAction),
  }),
})
