import { MAX_PASSKEYS } from '#contract/entities/passkey.ts'
import { WRONG_ENROLMENT_CODE } from '#contract/fields/enrolmentCode.ts'
import { CHALLENGE_OVER } from '#contract/passkey/loginPasskey.ts'
import { registerPasskey } from '#contract/passkey/registerPasskey.ts'
import { SHOW_FACTOR_FIRST } from '#contract/passkey/registerPasskeyOptions.ts'
import {
  countPasskeys,
  insertPasskey,
  type PasskeyRow,
  passkeyByCredential,
} from '#db/accounts/passkeys.ts'
import { consumeEnrolmentCode } from '#db/accounts/secondFactors.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { type Db, inTransaction } from '#db/core/connection.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { lockOwnRow } from '#server/auth/reauthenticate.ts'
import { type Renewed, renewToken } from '#server/auth/renewToken.ts'
import type { Context } from '#server/context.ts'
import { type AuthenticatedCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { lacksSecondFactor } from '#server/http/sessionLifetime.ts'
import { redeemChallenge } from '#server/passkey/challenges.ts'
import { firstNameOf } from '#server/passkey/passkeyName.ts'
import { reportPasskeys } from '#server/passkey/passkeyReports.ts'
import { toPasskey } from '#server/passkey/toPasskey.ts'
import { verifyNewCredential } from '#server/passkey/verifyCredential.ts'

export default defineHandler(registerPasskey, async (context, { credential }, caller) => {
  if (caller.secondFactor === 'notShown') throw refuse(SHOW_FACTOR_FIRST, 'second_factor_first')
  const scope = { purpose: 'register', sessionHash: caller.sessionHash } as const
  const verified = await verifyNewCredential(context, credential, scope)
  if (!verified) throw refuse(NOT_ACCEPTED, 'passkey_refused')
  const { challenge, ...facts } = verified
  const { passkey, renewed } = await inTransaction(context.db, async (tx) => {
    const person = await lockOwnRow(context, tx, caller)
    const existing = await passkeyByCredential(tx, facts.credentialId)
    // A repeat of the same request is answered as the first.
    if (existing) return { passkey: ownRepeat(existing, person.id, facts), renewed: null }
    if ((await countPasskeys(tx, person.id)) >= MAX_PASSKEYS)
      throw refuse(NOT_ACCEPTED, 'passkey_limit')
    if (!(await redeemChallenge(tx, challenge))) throw refuse(CHALLENGE_OVER, 'challenge_used')
    const passkey: PasskeyRow = {
      ...facts,
      id: uuidFrom(context.random(16)),
      personId: person.id,
      transports: credential.response.transports,
      name: firstNameOf(facts.aaguid, caller),
      createdAt: context.now(),
      lastUsedAt: null,
    }
    // Another account may have stored the credential meanwhile.
    if (!(await insertPasskey(tx, passkey))) throw refuse(NOT_ACCEPTED, 'passkey_refused')
    await reportPasskeys(context, tx, { person, caller }, 'passkey added', passkey.id)
    const renewed = lacksSecondFactor(caller) ? await firstFactor(context, tx, caller) : null
    await appendAuditEntry(tx, {
      actorId: person.id,
      action: 'addPasskey',
      subject: passkey.id,
      detail: { firstFactor: renewed !== null },
      at: context.now(),
    })
    return { passkey, renewed }
  })
  if (renewed?.binder) caller.bind(renewed.binder)
  return {
    passkey: toPasskey(passkey),
    ...(renewed && { userSessionToken: renewed.token }),
  }
})

const NOT_ACCEPTED = 'No pudimos agregar esa llave de acceso. Probá otra vez.'

function ownRepeat(
  existing: PasskeyRow,
  personId: string,
  { publicKey }: Pick<PasskeyRow, 'publicKey'>,
): PasskeyRow {
  if (existing.personId !== personId || !existing.publicKey.equals(publicKey))
    throw refuse(NOT_ACCEPTED, 'passkey_refused')
  return existing
}

/** The first second factor of an operator: uses up the one-time code and ends the other sessions. */
async function firstFactor(
  context: Context,
  tx: Db,
  caller: AuthenticatedCaller,
): Promise<Renewed> {
  const now = context.now()
  if (!(await consumeEnrolmentCode(tx, caller.personId, now)))
    throw refuse(WRONG_ENROLMENT_CODE, 'wrong_enrolment_code')
  await revokeSessionsOf(tx, caller.personId, now, caller.sessionHash)
  return await renewToken(context, tx, caller, { secondFactorAt: now })
}
