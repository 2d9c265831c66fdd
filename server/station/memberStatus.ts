import { memberStatus } from '#contract/station/memberStatus.ts'
import { statusOfMember } from '#db/loyalty/loyalties.ts'
import { memberOfSale } from '#db/stations/memberOfSale.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'
import { inTerminalTransaction } from '#server/station/terminalTransaction.ts'

/** More than a till serves; a stolen one lists no members. */
const QUESTIONS: Limit = {
  name: 'member status',
  by: 'terminal',
  points: 60,
  per: 60 * 10_000,
  taken: 'before',
}

export default defineHandler(
  memberStatus,
  async (context, fields, caller) => {
    const now = context.now()
    const status = await inTerminalTransaction(context, caller, async (tx) => {
      const member = await memberOfSale(tx, { ...fields, datetime: now.toISOString() })
      return member && (await statusOfMember(tx, member.code, now))
    })
    if (!status) throw refuse('No encontramos a nadie con esos datos.', 'not_found')
    return { greeting: `Hola, ${status.firstName}.`, points: status.points }
  },
  [QUESTIONS],
)
