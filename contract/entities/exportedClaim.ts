import * as z from 'zod/mini'
import { Instant, integer, LaterInstant, rows, text } from '#contract/entities/exportedRows.ts'

/** The claims of purchases of a person, as the export of personal data has them. */
export const claimRows = rows({
  /** Code of the loyalty that gets the points. */
  loyaltyCode: text,
  /** RUT of the issuer of the receipt, 12 digits. */
  rut: text,
  /** Type of the receipt, as the DGI numbers it. */
  type: integer,
  /** Series of the receipt. */
  series: text,
  /** Number of the receipt. */
  number: integer,
  /** Its total to pay in cents. */
  amount: integer,
  /** Its day, `yyyyMMdd`. */
  date: text,
  /** Its security code; empty when the driver gave none. */
  securityCode: text,
  at: Instant,
  /** State of the claim: `waiting`, `credited` or `rejected`. */
  state: text,
  decidedAt: LaterInstant,
  /** Why it was rejected; null when it was not. */
  reason: z.nullable(text),
  /** The operator's words; empty without any. */
  answer: text,
})
