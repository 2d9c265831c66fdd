import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { INVALID_MOBILE } from '#contract/fields/profile.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Converts a mobile number in Uruguayan national format (`099 123 456`), or of any country with its
 * `+` and code, to E.164.
 * @throws DENIED when it is not a possible mobile number
 */
export function parseMobile(typed: string): string {
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: 'UY', extract: false })
  if (!parsed?.isValid()) throw refuse(INVALID_MOBILE, 'invalid_mobile')
  return parsed.number
}
