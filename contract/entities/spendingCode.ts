import * as z from 'zod/mini'
import { MAX_REDEEMED_POINTS } from '#contract/entities/redemption.ts'

/** For how many seconds a spending code is shown; it is accepted for as long again. */
export const SPENDING_WINDOW_SECONDS = 30

/** What a spending code says: whose points, which six digits, and at most how many points. */
export interface SpendingCode {
  loyaltyCode: string
  digits: string
  /** The most points that the driver allows; 0: all that can be spent. */
  limit: number
}

/**
 * The text of the QR: `S`, the code of the loyalty, `C`, the six digits, and `L` with the limit if there is
 * one: `S60000001C482913L500`. A till composes it of what is typed. The letters keep the digits apart, which
 * together could be a card number (P12).
 */
export const spendingText = ({ loyaltyCode, digits, limit }: SpendingCode): string =>
  `S${loyaltyCode}C${digits}${limit > 0 ? `L${limit}` : ''}`

const FORM = 'Pedile al cliente el código que muestra la app junto a su tarjeta de puntos.'

/** A spending code as the till read or composed it. */
export const SpendingText = z
  .string(FORM)
  .check(z.maxLength(40, FORM), z.regex(/^S[\w./-]{1,20}C\d{6}(?:L[1-9]\d{0,7})?$/, FORM))

/** What a text of that form says. */
export function readSpendingText(text: string): SpendingCode {
  const [, loyaltyCode = '', digits = '', limit = '0'] =
    /^S(.+)C(\d{6})(?:L(\d+))?$/.exec(text) ?? []
  return { loyaltyCode, digits, limit: Number(limit) }
}

const LIMIT = `Elegí cuántos puntos querés gastar como mucho: un número entero de 1 a ${MAX_REDEEMED_POINTS}.`
/** The most points that the driver allows for one code; 0: all that can be spent. */
export const SpendingLimit = z.int(LIMIT).check(z.gte(0, LIMIT), z.lte(MAX_REDEEMED_POINTS, LIMIT))
