import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'
import { ACCOUNT_TYPES, BANKS } from '#contract/reference/banks.ts'
import { singleLine } from '#contract/fields/text.ts'

const BANK = 'Elegí un banco de la lista.'
const TYPE = 'Elegí el tipo de cuenta: corriente o caja de ahorro.'
const NUMBER = 'El número de cuenta tiene entre 5 y 20 dígitos.'

const isBank = (name: string) => BANKS.some((bank) => bank === name)
const isType = (type: string) => ACCOUNT_TYPES.some(({ code }) => code === type)
const isNumber = (number: string) => /^\d{5,20}$/.test(number)
const orNone = (check: (text: string) => boolean) => (text: string) => text === '' || check(text)
/** Spaces and hyphens of a number do not count. */
const bare = z.overwrite((text: string) => text.replaceAll(/[\s-]/g, ''))

const branchAndName = {
  accountBankBranch: withDefault(singleLine(20, 'La sucursal'), ''),
  /** Whose account it is, as the bank writes it. */
  accountName: withDefault(singleLine(80, 'El nombre de la cuenta'), ''),
}

/** A bank account, where a programme pays what it gives back. */
export const bankAccount = {
  /** A bank's name, as the reference list writes it. */
  accountBank: z.string(BANK).check(z.refine(isBank, BANK)),
  /** CC current account, CA savings. */
  accountBankType: z.string(TYPE).check(z.refine(isType, TYPE)),
  accountBankNumber: z
    .string(NUMBER)
    .check(z.maxLength(40, NUMBER), bare, z.refine(isNumber, NUMBER)),
  ...branchAndName,
}

/** The same where an account is welcome and not needed. */
export const optionalBankAccount = {
  accountBank: withDefault(z.string(BANK).check(z.refine(orNone(isBank), BANK)), ''),
  accountBankType: withDefault(z.string(TYPE).check(z.refine(orNone(isType), TYPE)), ''),
  accountBankNumber: withDefault(
    z.string(NUMBER).check(z.maxLength(40, NUMBER), bare, z.refine(orNone(isNumber), NUMBER)),
    '',
  ),
  ...branchAndName,
}

/** The fields where no account was given, or none is shown. */
export const NO_BANK_ACCOUNT = {
  accountBank: '',
  accountBankType: '',
  accountBankNumber: '',
  accountBankBranch: '',
  accountName: '',
}
export type BankAccount = typeof NO_BANK_ACCOUNT

/** Bank, type and number make an account together; none of them makes none. */
export const isCompleteBankAccount = (given: BankAccount) =>
  new Set(
    [given.accountBank, given.accountBankType, given.accountBankNumber].map((text) => text === ''),
  ).size === 1
