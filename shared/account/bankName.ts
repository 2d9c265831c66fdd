import { bankText } from '#contract/reference/banks.ts'
import { referenceText } from '#kit/format/referenceLists.ts'

/** The name of a stored bank by the server's list; a code that it does not have has its own name. */
export const bankName = (bank: string): string => referenceText('banks', bank) ?? bankText(bank)
