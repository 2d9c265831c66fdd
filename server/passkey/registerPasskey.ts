import { MAX_PASSKEYS } from '#contract/entities/passkey.ts'
import { WRONG_ENROLMENT_CODE } from '#contract/fields/groupedCode.ts'
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
import { uuidFrom } from '#db/core/uuid.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { renewToken } from '#server/auth/renewToken.ts'
import { type AuthenticatedCaller, defineHandler } from '#server/http/defineHandler.ts'
import { deviceKind } from '#server/http/deviceName.ts'
import { refuse } from '#server/http/errors.ts'
import { lacksSecondFactor } from '#server/http/sessionLifetime.ts'
import { redeemChallenge } from '#server/passkey/challenges.ts'
import { reportPasskeys } from '#server/passkey/passkeyReports.ts'
import { toPasskey } from '#server/passkey/toPasskey.ts'
import { verifyNewCredential } from '#server/passkey/verifyCredential.ts'

export default defineHandler(registerPasskey, async (context, { credential }, caller, { tell }) => {
  if (caller.secondFactor === 'notShown') throw refuse(SHOW_FACTOR_FIRST, 'second_factor_first')
  const scope = { purpose: 'register', sessionHash: caller.sessionHash } as const
  const verified = await verifyNewCredential(context, credential, scope)
  if (!verified) throw refuse(NOT_ACCEPTED, 'passkey_refused')
  const { challenge, ...facts } = verified
  return await inOwnTransaction(context, caller, async (tx, person) => {
    if (await passkeyByCredential(tx, facts.credentialId))
      throw refuse(NOT_ACCEPTED, 'passkey_refused')
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
    let userSessionToken: string | undefined
    if (lacksSecondFactor(caller)) {
      // The first second factor of an operator uses up the one-time code and ends the other sessions.
      const now = context.now()
      if (!(await consumeEnrolmentCode(tx, person.id, now)))
        throw refuse(WRONG_ENROLMENT_CODE, 'wrong_enrolment_code')
      await revokeSessionsOf(tx, person.id, now, caller.sessionHash)
      userSessionToken = tell('sessionToken')
      const halves = { token: userSessionToken, binder: tell('sessionBinder') }
      const { binder } = await renewToken(context, tx, caller, { secondFactorAt: now }, halves)
      if (binder !== null) caller.bind(binder)
    }
    await appendAuditEntry(tx, {
      actorId: person.id,
      action: 'addPasskey',
      subject: passkey.id,
      detail: { firstFactor: userSessionToken !== undefined },
      at: context.now(),
    })
    return {
      passkey: toPasskey(passkey),
      ...(userSessionToken !== undefined && { userSessionToken }),
    }
  })
})

const NOT_ACCEPTED = 'No pudimos agregar esa llave de acceso. Probá otra vez.'

/** Stores of passkeys by the model that they state (github.com/passkeydeveloper/passkey-authenticator-aaguids). */
const STORES: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Contraseñas de Apple',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Contraseñas de Apple',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Gestor de contraseñas de Google',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
}

/**
 * The first name of a passkey: its store, or the browser that added it. Both come from fixed lists, so
 * that no text of the caller gets into an email.
 */
function firstNameOf(
  aaguid: string,
  { header, userAgent }: Pick<AuthenticatedCaller, 'header' | 'userAgent'>,
): string {
  const kind = STORES[aaguid] ?? deviceKind(header, userAgent)
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}
