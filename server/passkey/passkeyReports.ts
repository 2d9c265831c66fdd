import { removePasskeysOf } from '#db/accounts/passkeys.ts'
import { type PersonRow, rolesOf } from '#db/accounts/people.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { Context } from '#server/context.ts'
import { isOperator } from '#server/http/sessionLifetime.ts'
import {
  FACTOR_RESET,
  PASSKEY_ADDED,
  PASSKEY_REMOVED,
  PASSKEYS_RESET,
} from '#server/mail/emailTemplates.ts'
import { type CallingDevice, reportToOwner } from '#server/mail/securityEmail.ts'

const REPORTS = {
  'passkey added': {
    template: PASSKEY_ADDED,
    title: 'Agregaste una llave de acceso',
    text: 'Desde ahora también podés ingresar con ella. Si no fuiste vos, cambiá ya tu contraseña con «Olvidé mi contraseña»: eso quita todas las llaves.',
  },
  'passkey removed': {
    template: PASSKEY_REMOVED,
    title: 'Quitaste una llave de acceso',
    text: 'Ya no se puede ingresar con ella. Las sesiones que abriste con ella siguen abiertas hasta que las cierres.',
  },
  'passkeys reset': {
    template: PASSKEYS_RESET,
    title: 'Quitamos tus llaves de acceso',
    text: 'Al elegir una contraseña nueva por correo se quitan todas. Podés volver a agregar las tuyas.',
  },
  'factor reset': {
    template: FACTOR_RESET,
    title: 'Quitamos tu segundo factor y tus llaves',
    text: 'El equipo de Surtidor los quitó y cerró tus sesiones. Si no lo pediste, cambiá tu contraseña y escribinos.',
  },
}

/**
 * Reports a change of a person's passkeys to them.
 * @param id of the passkey, or of the reset: the report of one is sent once
 */
export const reportPasskeys = (
  context: Context,
  tx: Db,
  owner: { person: PersonRow; caller: CallingDevice },
  what: keyof typeof REPORTS,
  id: string,
): Promise<void> =>
  reportToOwner(context, tx, owner, {
    ...REPORTS[what],
    event: `${what} ${id}`,
    section: 'passkeys',
  })

/**
 * Removes the passkeys of a driver whose password is reset by email, and tells them: one that a
 * thief added must not outlive the way back into the account. Those of an operator stay, because
 * they are the second factor, which access to the mailbox must not remove
 * (docs/decisions/0009-accounts.md). The caller holds the lock on the person's row.
 */
export async function resetPasskeys(
  context: Context,
  tx: Db,
  person: PersonRow,
  caller: CallingDevice,
): Promise<void> {
  if (isOperator(await rolesOf(tx, person.id))) return
  if ((await removePasskeysOf(tx, person.id)) === 0) return
  const id = uuidFrom(context.random(16))
  await reportPasskeys(context, tx, { person, caller }, 'passkeys reset', id)
}
