import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCommonPassword } from '#contract/fields/commonPassword.ts'
import { foldPassword } from '#contract/fields/foldPassword.ts'

/**
 * The folded common passwords: 20,000 of the list of `@zxcvbn-ts/language-common` 4.1.3 (MIT), the
 * first names of `@zxcvbn-ts/language-es-es` 4.1.2 (MIT), and last what is common in Uruguay.
 * The estimator of that package is not used: no bound on the guesses tells `Password2026!` from eight
 * random signs, and a check of 128 characters takes up to 840 ms of processor time, against 0.1 ms here.
 */
const COMMON = new Set(
  readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8')
    .trim()
    .split('\n')
    .map(foldPassword),
)

/** Whether a password is a variant of a common one, by the rules of the contract and the list. */
export const isCommon = (password: string): boolean =>
  isCommonPassword(password, (folded) => COMMON.has(folded))
