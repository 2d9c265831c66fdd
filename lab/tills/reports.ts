import type { AnswerOf } from '#contract/call.ts'
import type { PaymentRequestState } from '#contract/entities/paymentRequest.ts'
import type { RedemptionState } from '#contract/entities/redemption.ts'
import type { ItemResult } from '#contract/entities/reportedItem.ts'
import type { closeShift } from '#contract/station/closeShift.ts'
import { Counts } from '#lab/evidence/counts.ts'
import type { PlannedItem, Report } from '#lab/tills/model.ts'

/** An answer of the server that is not the expected one. */
export interface WrongAnswer {
  /** The invariant that it violates. */
  code: 'T7' | 'T8' | 'T13' | 'T14'
  call: string
  expects: readonly string[]
  got: string
}

/** What a till sent about a reference of its own, and what follows from the answers. */
export interface SentRedemption {
  till: number
  reference: string
  loyaltyCode: string
  points: number
  /** The states in which it may be after the run; `none`: it is not stored. */
  ends: readonly (RedemptionState | 'none')[]
  wrong: WrongAnswer[]
}

/** A payment that a till asked for, and what follows from the answers. */
export interface SentPayment {
  till: number
  reference: string
  /** The state in which it has to be after the run. */
  ends: PaymentRequestState
  /** The states that the till was told, in their order. */
  told: string[]
  /** The states that drivers were told of their charges. */
  driversTold: string[]
  /** Whether the till reported its sale. */
  isSold: boolean
  wrong: WrongAnswer[]
}

/** An item with the answers that the till got. */
export type SentItem = PlannedItem & { till: number; answers: ItemResult[] }
/** A close with its answer. */
export type SentClose = Extract<Report, { kind: 'close' }> & {
  till: number
  answer: AnswerOf<typeof closeShift>
}

/** What the tills of a run sent, and what they saw. */
export class Reports {
  readonly items: SentItem[] = []
  readonly closes: SentClose[] = []
  readonly redemptions: SentRedemption[] = []
  readonly payments: SentPayment[] = []
  /** The references of the payments whose day ends with the load. */
  readonly ofYesterday: string[] = []
  /** What tills do after the load, when the end of reservations, requests and days has come. */
  readonly unfinished: (() => Promise<unknown>)[] = []
  readonly violations: Record<'forged' | 'T8' | 'X1', object[]> = { forged: [], T8: [], X1: [] }
  #references = 0
  /** Messages by kind, tries that were not answered by reason, and the like: for the report alone. */
  readonly counts = new Counts()

  /** A reference that no till of the run has used. */
  nextReference(kind: 'C' | 'P'): string {
    this.#references += 1
    return `${kind}${this.#references}`
  }
}
