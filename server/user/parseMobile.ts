import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { INVALID_MOBILE } from '#contract/fields/profile.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Converts a mobile number in Uruguayan national format (`099 123 456`), or of any country with its
 * `+` and code, to E.164.
 * @throws DENIED when it is not a possible mobile number
 */
export function parseMobile(typed: string): string {
  const number = readMobile(typed)
  if (!number) throw refuse(INVALID_MOBILE, 'invalid_mobile')
  return number
}

/** The same; null when it is none. */
export function readMobile(typed: string): string | null {
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: 'UY', extract: false })
  return parsed?.isValid() ? parsed.number : null
}
