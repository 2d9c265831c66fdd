import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'

const DIGITS = 'El código del segundo factor son 6 números.'

/** The 6-digit code of an authenticator app (TOTP), spaces allowed; empty or left out for none. */
export const TotpCode = withDefault(
  z.string(DIGITS).check(
    z.overwrite((typed) => typed.replaceAll(' ', '')),
    z.regex(/^(\d{6})?$/, DIGITS),
  ),
  '',
)
