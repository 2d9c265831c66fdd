import { DENIED } from '#contract/responseCodes.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { createRequest } from '#db/loyalty/membershipRequests.ts'
import { inTransaction } from '#db/connection.ts'
import { idempotencyKey } from '#server/http/idempotencyKey.ts'
import { refuse } from '#server/http/errors.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { lockOwnRow } from '#server/auth/reauthenticate.ts'

const REFUSALS = {
  noProgramme: 'Ese programa no existe: elegí uno de la lista.',
  waiting: 'Ya tenés una solicitud pendiente.',
  member: 'Ya tenés una afiliación a ese programa.',
}

export default defineHandler(membershipRequest, async (context, { request }, caller) => {
  // The same call makes the same reference, so that its repeat finds its own request.
  const reference = `SOL-${readable(idempotencyKey(caller))}`
  const { personId } = caller
  const asked = { reference, personId, draft: request, now: context.now() }
  const outcome = await inTransaction(context.db, async (tx) => {
    await lockOwnRow(context, tx, caller)
    return await createRequest(tx, asked)
  })
  if (outcome !== 'asked') throw refuse(DENIED, REFUSALS[outcome])
  return { reference }
})

/** Twelve letters and digits that nobody reads wrong: no I, L, O or U (Crockford's). */
const readable = (bytes: Buffer) =>
  [...bytes.subarray(0, 12)]
    .map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(byte % 32))
    .join('')
