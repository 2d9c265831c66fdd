import type { AnswerOf } from '#contract/call.ts'
import type { ItemResult } from '#contract/entities/reportedItem.ts'
import type { closeShift } from '#contract/station/closeShift.ts'
import { History } from '#lab/evidence/history.ts'
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
  /** The states that the till was told, in their order. */
  told: string[]
  /** Whether the till reserved it without waiting for the answer. */
  isLeft: boolean
  wrong: WrongAnswer[]
}

/** A payment that a till asked for, and what follows from the answers. */
export interface SentPayment {
  till: number
  reference: string
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
export class Reports extends History {
  readonly items: SentItem[] = []
  readonly closes: SentClose[] = []
  readonly redemptions: SentRedemption[] = []
  readonly payments: SentPayment[] = []
  /** The references of the payments whose day ends with the load. */
  readonly ofYesterday: string[] = []
  /** What tills do after the load, when the end of reservations, requests and days has come. */
  readonly unfinished: (() => Promise<unknown>)[] = []
  #references = 0

  /** A reference that no till of the run has used. */
  nextReference(kind: 'C' | 'P'): string {
    this.#references += 1
    return `${kind}${this.#references}`
  }
}
