import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { DENIED } from '#contract/responseCodes.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * A mobile as people here write it (`099 123 456`), or of any country with its `+`, in E.164.
 * @throws a refusal when no mobile can have that number
 */
export function parseMobile(typed: string): string {
  const read = parsePhoneNumberFromString(typed, { defaultCountry: 'UY', extract: false })
  if (!read?.isValid())
    throw refuse(DENIED, 'Ese celular no es válido: escribilo como 099 123 456.')
  return read.number
}
