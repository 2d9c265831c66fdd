import { bankText } from '#contract/reference/banks.ts'
import { referenceText } from '#kit/api/referenceListCache.ts'
import { storage } from '#kit/browser/storage.ts'

/**
 * The name of a stored bank: by the server's list, which app and console keep in different storages;
 * a code that it does not have is shown by its short name.
 */
export const bankName = (bank: string): string =>
  referenceText(storage('localStorage'), 'banks', bank) ??
  referenceText(storage('sessionStorage'), 'banks', bank) ??
  bankText(bank)
