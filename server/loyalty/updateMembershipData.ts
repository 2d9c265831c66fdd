import { HOUR_MS } from '#contract/dates.ts'
import { incompleteError, NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { auditBankAccounts, setBankAccount } from '#db/loyalty/bankAccountChanges.ts'
import { newToken } from '#server/auth/newToken.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { type Limit, take } from '#server/http/limits.ts'
import { sha256 } from '#server/http/sha256.ts'
import { assertListedBank } from '#server/loyalty/assertListedBank.ts'
import { reportBankAccountChanged } from '#server/loyalty/reportBankAccountChange.ts'

/** Each change is reported by email. */
const CHANGES: Limit = {
  name: 'bank account',
  by: 'person',
  points: 10,
  per: HOUR_MS,
  taken: 'within',
}

export default defineHandler(
  updateMembershipData,
  async (context, fields, caller) => {
    const incomplete = incompleteError(fields)
    if (incomplete) throw refuse(incomplete, 'invalid_request')
    await assertListedBank(context.db, fields.accountBank)
    const account = fields.accountBank === '' ? NO_BANK_ACCOUNT : fields
    await inOwnTransaction(context, caller, async (tx, person) => {
      const actor = { personId: person.id, now: context.now() }
      const undoToken = newToken(context.random)
      const earlier = await setBankAccount(tx, actor, account, sha256(undoToken))
      if (!earlier) throw refuse('Todavía no tenés una afiliación donde guardar la cuenta.')
      const codes = Object.keys(earlier)
      if (codes.length === 0) return
      await take(context, caller, CHANGES)
      await reportBankAccountChanged(context, tx, { person, account, earlier, undoToken, caller })
      const present = Object.fromEntries(codes.map((code) => [code, account]))
      await auditBankAccounts(tx, actor, 'updateMembershipData', present)
    })
    return {}
  },
  [CHANGES],
)
