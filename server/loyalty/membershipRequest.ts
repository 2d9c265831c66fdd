import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { createRequest } from '#db/loyalty/membershipRequests.ts'
import { listedMark } from '#db/reference/referenceLists.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { assertListedBank } from '#server/loyalty/assertListedBank.ts'

const REFUSALS = {
  noProgramme: ['Ese programa no existe: elegí uno de la lista.', 'not_found'],
  noCard: [
    'Esa tarjeta no se puede usar: dejá el número vacío y te damos una nueva.',
    'card_unusable',
  ],
  pending: ['Ya tenés una solicitud pendiente.', 'request_pending'],
  alreadyMember: ['Ya tenés una afiliación a ese programa.', 'already_member'],
} as const

export default defineHandler(membershipRequest, async (context, { request }, caller) => {
  const reference = `SOL-${toReadable(context.random(12))}`
  const { personId } = caller
  await assertListedBank(context.db, request.accountBank)
  const mark = await listedMark(context.db, request.vehicle.mark)
  const draft = { ...request, vehicle: { ...request.vehicle, mark } }
  const input = { reference, personId, draft, now: context.now() }
  const outcome = await inOwnTransaction(context, caller, (tx) => createRequest(tx, input))
  if (outcome !== 'created') {
    const [sentence, reason] = REFUSALS[outcome]
    throw refuse(sentence, reason)
  }
  return { reference }
})

/** Twelve characters of Crockford's Base32, which has no I, L, O or U, easily misread. */
const toReadable = (bytes: Buffer) =>
  [...bytes].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(byte % 32)).join('')
