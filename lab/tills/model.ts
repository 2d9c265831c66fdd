import type { RequestOf } from '#contract/call.ts'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import type { closeShift } from '#contract/station/closeShift.ts'
import { uuidOf } from '#db/core/uuid.ts'

/**
 * The accrual rules of a run, for every programme: points per whole litre and per whole hundred pesos,
 * until `RULE_CHANGE_MS` before the run and since. A sale of a day late gives other points than one of today.
 */
export const RULES = {
  super: { price: 7688, isFuel: true, before: [2, 0], since: [5, 1] },
  gasoil: { price: 5120, isFuel: true, before: [1, 0], since: [3, 0] },
  store: { price: 18_500, isFuel: false, before: [0, 3], since: [0, 7] },
} as const
export const RULE_CHANGE_MS = 12 * HOUR_MS
/** When the older rules begin, before the run; the demo data ends earlier. */
export const RULES_BEGIN_MS = 4 * DAY_MS

/** A loyalty and what a till may know of it. */
export interface Member {
  loyaltyCode: string
  cardNumber: string
  plate: string
}

/** An item that a till reports, and the answer that it has to get, also when it is repeated. */
export interface PlannedItem {
  /** The identity of the business event, by the model: its terminal, day and ticket. */
  key: string
  /** The key of the sale that it is, or is of. */
  saleKey: string
  item: ReportedItem
  /** Of a sale: whose points it gives. */
  member: Member | null
  expects: 'accepted' | 'unmatched' | 'conflict' | 'rejected'
}

export type ShiftClose = RequestOf<typeof closeShift>

/** What a till sends. */
export type Message =
  | {
      kind: 'report'
      items: PlannedItem[]
      /** `again`: with another id once it was answered; `atOnce`: both at the same time. */
      repeat: 'again' | 'atOnce' | null
      /** First comes a copy that was changed on the way, without or with its digest. */
      altered: 'body' | 'digest' | null
      /** Milliseconds after which the first try is dropped by the till. */
      cutAfterMs: number | null
    }
  | {
      kind: 'close'
      close: ShiftClose
      /** The state after the run: what was missing came after the close. */
      finally: 'closed' | 'exception'
      /** How many sales the answer has to ask for; of none the shift closes. */
      missing: number
    }
  | {
      kind: 'redeem'
      /** Name of the course. */
      how: string
      loyaltyCode: string
      points: number
      /** After how many milliseconds the till stops waiting for an answer. */
      patienceMs: number
    }
  | {
      kind: 'pay'
      /** Name of the course. */
      how: string
      /** Cents, in whole pesos: the sandbox approves them. No sale of the plan has as many. */
      amount: number
      patienceMs: number
    }
/** A message about sales. */
export type Report = Extract<Message, { kind: 'report' | 'close' }>
/** A message, not before a second of the run. */
export type Step = Message & { at: number }

/** A till with all that it does in a run. */
export interface PlannedTill {
  /** Its number in the network, from 0. */
  number: number
  /** By how much its clock is wrong, in milliseconds. */
  clockMs: number
  steps: Step[]
  /** What happens to it, by name: for the report. */
  behaviours: string[]
}

/** Whether the item leaves something in the database. */
export const isStored = ({ expects }: PlannedItem): boolean =>
  expects === 'accepted' || expects === 'unmatched'

/** Text of an instant by a clock in Montevideo, with its offset. */
export const localTime = (at: Date): string =>
  `${new Date(at.getTime() - 3 * HOUR_MS).toISOString().slice(0, 19)}-03:00`

/** The terminal of a till: the same in every run. */
export const terminalIdOf = (till: number) => uuidOf(`till ${till}`)

/** The key of a sale or a return of a till. */
export const keyOf = (till: number, { datetime, ticket }: { datetime: string; ticket: string }) =>
  `${terminalIdOf(till)}/${datetime.slice(0, 10)}/${ticket}`
export const voidKey = (saleKey: string) => `${saleKey}/void`
