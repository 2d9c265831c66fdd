import * as z from 'zod/mini'
import { Instant, integer, LaterInstant, rows, text } from '#contract/entities/exportedRows.ts'

/** The redemptions of a person: points spent at a till, and vouchers. */
export const redemptionRows = rows({
  /** Id of the redemption. */
  id: text,
  /** Code of the loyalty. */
  loyaltyCode: text,
  /** `till` or `voucher`. */
  kind: text,
  /** State of the redemption. */
  state: text,
  /** Points that it took. */
  points: integer,
  /** Discount in cents of pesos. */
  discount: integer,
  /** What it is for, in Spanish. */
  title: text,
  /** Retrieval reference number of its postings, 12 digits. */
  rrn: text,
  createdAt: Instant,
  /** When it ends, ISO 8601 in UTC. */
  expiresAt: Instant,
  endedAt: LaterInstant,
  /** Id of the till; null for a voucher that no till captured. */
  terminalId: z.nullable(text),
  /** Number of the ticket; empty when the till gave none. */
  ticket: text,
  /** Why the till reversed it; empty when it did not. */
  reason: text,
})

/** The vehicles of a person, also removed ones. */
export const vehicleRows = rows({
  /** Id of the vehicle. */
  id: text,
  /** Code of the loyalty. */
  loyaltyCode: text,
  mark: text,
  /** Plate of the vehicle; empty when it is not known. */
  plate: text,
  /** Code of the fuel, of the reference lists. */
  fuel: text,
  removedAt: LaterInstant,
})
