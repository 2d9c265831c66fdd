import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'
import { singleLine, withoutSeparators } from '#contract/fields/text.ts'
import { ACCOUNT_TYPES, toBank } from '#contract/reference/banks.ts'

export const UNKNOWN_BANK = 'Elegí un banco de la lista.'
const TYPE = 'Elegí el tipo de cuenta: corriente o caja de ahorro.'
const NUMBER = 'El número de cuenta tiene entre 5 y 20 dígitos.'

const isBank = (bank: string) => bank !== ''
const isType = (type: string) => ACCOUNT_TYPES.some(({ code }) => code === type)
const isNumber = (number: string) => /^\d{5,20}$/.test(number)
const orNone = (check: (text: string) => boolean) => (text: string) => text === '' || check(text)
/** A bank as text or number, read by `toBank`. The server looks a name up in its lists. */
const bankOf = (check: (bank: string) => boolean) =>
  z.pipe(
    z.union([z.string(), z.number()], UNKNOWN_BANK),
    z.pipe(
      z.transform((bank: string | number) => toBank(String(bank))),
      singleLine(60, 'El banco').check(z.refine(check, UNKNOWN_BANK)),
    ),
  )
const typeOf = (check: (type: string) => boolean) => z.string(TYPE).check(z.refine(check, TYPE))
const numberOf = (check: (number: string) => boolean) =>
  z
    .string(NUMBER)
    .check(z.maxLength(40, NUMBER), z.overwrite(withoutSeparators), z.refine(check, NUMBER))

const branchAndName = () => ({
  /** Code or name of the bank's branch; empty when there is none. */
  accountBankBranch: withDefault(singleLine(20, 'La sucursal'), ''),
  /** Name of the account holder, as the bank has it; may be empty. */
  accountName: withDefault(singleLine(80, 'El nombre de la cuenta'), ''),
})

const requestFields = (accepts: typeof orNone) => ({
  /** A bank of the reference lists, by its name or its code; empty removes the account. */
  accountBank: bankOf(accepts(isBank)),
  /** Type of the account: `CC` current account, `CA` savings account; empty with an empty bank. */
  accountBankType: typeOf(accepts(isType)),
  /**
   * Number of the account, 5 to 20 digits; spaces and hyphens are dropped; empty with an empty bank.
   */
  accountBankNumber: numberOf(accepts(isNumber)),
  ...branchAndName(),
})
/** Request fields of the bank account to which a programme pays what it returns. */
export const bankAccount = () => requestFields((check) => check)
/** The fields of a change: bank, type and number may all three be empty, which removes the account. */
export const changedBankAccount = () => requestFields(orNone)

/** The sentence for the first of bank, type and number that is empty while another is not; or null. */
export function incompleteError(account: BankAccount): string | null {
  const { accountBank, accountBankType, accountBankNumber } = account
  if (accountBank + accountBankType + accountBankNumber === '') return null
  if (accountBank === '') return UNKNOWN_BANK
  if (accountBankType === '') return TYPE
  return accountBankNumber === '' ? NUMBER : null
}

/** The same fields where the account is optional: each of them may be empty. */
export const optionalBankAccount = () => ({
  /** A bank of the reference lists, by its name or its code; empty for no account. */
  accountBank: withDefault(bankOf(orNone(isBank)), ''),
  /** Type of the account: `CC` current account, `CA` savings account; empty for no account. */
  accountBankType: withDefault(typeOf(orNone(isType)), ''),
  /**
   * Number of the account, 5 to 20 digits; spaces and hyphens are dropped; empty for no account.
   */
  accountBankNumber: withDefault(numberOf(orNone(isNumber)), ''),
  ...branchAndName(),
})

/** The fields of an answer; all empty without an account, and where the caller may not see it. */
export const answeredBankAccount = {
  /**
   * Bank of the account, by the name or the number of the reference lists; empty without an
   * account.
   */
  accountBank: z.string(),
  /** Type of the account: `CC` current account, `CA` savings account; empty without an account. */
  accountBankType: z.string(),
  /** Number of the account, 5 to 20 digits; empty without an account. */
  accountBankNumber: z.string(),
  /** Code or name of the bank's branch; empty when there is none. */
  accountBankBranch: z.string(),
  /** Name of the account holder, as the bank has it; may be empty. */
  accountName: z.string(),
}

/** The fields when there is no account, or the caller may not see it. */
export const NO_BANK_ACCOUNT = {
  accountBank: '',
  accountBankType: '',
  accountBankNumber: '',
  accountBankBranch: '',
  accountName: '',
}
export type BankAccount = typeof NO_BANK_ACCOUNT
