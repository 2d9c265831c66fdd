import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** A promotion of the network. */
export const Promotion = lazyObject(() => ({
  /** Id of the promotion; opaque. The link of the notification that announces it ends with it. */
  id: z.string(),
  title: z.string(),
  /** Text, in Spanish and without markup. */
  text: z.string(),
  /** Address of a picture; empty when there is none. */
  imageUrl: z.string(),
  /** Code of the programme whose drivers it is for; empty when it is for every driver. */
  programme: z.string(),
  /** Name of that programme; empty when it is for every driver. */
  programmeName: z.string(),
  /** The stations where it holds, by name; empty when it holds at all of them. */
  branches: z.array(
    z.object({
      /** Code of the station, as `branches` has it. */
      code: z.string(),
      name: z.string(),
    }),
  ),
  /** First day on which it holds, `yyyyMMdd` in Montevideo. */
  dateFrom: z.string(),
  /** Last day on which it holds, `yyyyMMdd` in Montevideo. */
  dateTo: z.string(),
  /** Page of the app or of the network's site with more about it; empty when there is none. */
  url: z.string(),
}))
export type Promotion = z.infer<typeof Promotion>

/** The characters of an id, which is part of an address. */
export const PROMOTION_ID = /^[\w-]{1,60}$/

/** Where a promotion may lead: a page of the app, or an address of https. */
export const PROMOTION_URL = /^(\/#\/\w|https:\/\/[\w.-]+(\/|$))/
export const PROMOTION_TITLE_LENGTH = 120
export const PROMOTION_TEXT_LENGTH = 2_000

/** The link of a notification that announces a promotion. */
export const promotionLink = (id: string): string => `/#/promotion?id=${id}`

/** The promotion that a notification's link leads to; undefined for any other link. */
export const linkedPromotion = (url: string): string | undefined =>
  /^\/?#\/promotion\?id=([\w-]+)$/.exec(url)?.[1]
