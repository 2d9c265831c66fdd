import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'
import { withoutSeparators } from '#contract/fields/text.ts'

const DIGITS = 'El código del segundo factor son 6 números.'

/** The 6-digit code of an authenticator app (TOTP), spaces allowed; empty or left out for none. */
export const TotpCode = withDefault(
  z.string(DIGITS).check(
    z.overwrite((typed) => withoutSeparators(typed)),
    z.regex(/^(\d{6})?$/, DIGITS),
  ),
  '',
)
