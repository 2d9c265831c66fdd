import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'
import { withoutSeparators } from '#contract/fields/text.ts'

/** `responseDescription` when the first second factor is enrolled without a code. */
export const ENROLMENT_CODE_REQUIRED =
  'Ingresá el código de activación que te dio quien administra la red.'
/** `responseDescription` of a code that is wrong, used or expired. */
export const WRONG_ENROLMENT_CODE =
  'El código de activación no es correcto o ya venció. Pedile uno nuevo a quien administra la red.'

const FORM = 'El código de activación tiene 16 letras y números: revisá que no falte ninguno.'

/** A code of 16 letters and digits as people type it, or empty. */
export const typedCode = (form: string) =>
  z.string(form).check(
    z.overwrite((typed) =>
      withoutSeparators(typed).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1'),
    ),
    z.regex(/^([0-9A-HJKMNP-TV-Z]{16})?$/, form),
  )

/**
 * The one-time code with which an operator enrols the first second factor, or a terminal its key: 16 letters and digits,
 * without I, L, O and U; a typed O, I or L is read as the digit that it resembles. Case, spaces and
 * hyphens are ignored; empty or left out for none.
 */
export const EnrolmentCode = withDefault(typedCode(FORM), '')

/** Crockford's alphabet. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new code, of 16 random bytes: 80 random bits, which cannot be found by trial from their hash. */
export const newCode = (random: Uint8Array): string =>
  Array.from(random, (byte) => ALPHABET[byte % 32]).join('')

/** A code in groups of four, for reading aloud. */
export const groupedCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')
