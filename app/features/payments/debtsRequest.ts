import { CHANNELS } from '#contract/payments/getDebts.ts'

/** The fields of `getDebts` for the debts that can be paid by card. */
export const DEBTS_BY_CARD = { type: String(CHANNELS.Geopay) }
