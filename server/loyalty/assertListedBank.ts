import { UNKNOWN_BANK } from '#contract/fields/bankAccount.ts'
import type { Db } from '#db/core/db.ts'
import { isListedBank } from '#db/reference/referenceLists.ts'
import { refuse } from '#server/http/errors.ts'

/** @throws DENIED for a bank of neither list; an account may have none */
export async function assertListedBank(db: Db, bank: string): Promise<void> {
  if (bank !== '' && !(await isListedBank(db, bank))) throw refuse(UNKNOWN_BANK, 'invalid_request')
}
