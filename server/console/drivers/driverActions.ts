import { ADMINISTRADOR } from '#contract/roles.ts'
import { removePasskeysOf } from '#db/accounts/passkeys.ts'
import { type PersonRow, rolesOf } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { removeFactor } from '#db/accounts/secondFactors.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { setLocked } from '#db/console/drivers.ts'
import { remark } from '#server/console/actionFields.ts'
import { type Acting, action, type ConsoleAction } from '#server/console/consoleAction.ts'
import { accountAction } from '#server/console/drivers/accountAction.ts'
import { adjustAction, adjustmentDecisions } from '#server/console/drivers/adjustmentActions.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { isOperator } from '#server/http/sessionLifetime.ts'
import { reportPasskeys } from '#server/passkey/passkeyReports.ts'

const OF_ADMINISTRATOR =
  'Es la cuenta de alguien que administra la red: primero dos personas le quitan ese rol.'

/** Locks the row of an account that an operator changes. @throws the refusal of one that administers the network */
async function lockAccount({ context: { db: tx }, id }: Acting): Promise<PersonRow> {
  const person = await lockPerson(tx, id)
  if (!person) throw notFound()
  // The role may have been given since the page was read.
  if ((await rolesOf(tx, id)).includes(ADMINISTRADOR)) throw refuse(OF_ADMINISTRATOR, 'action_gone')
  return person
}

const why = {
  text: remark({
    label: 'Motivo',
    hint: 'Queda en el historial, con tu nombre.',
    missing: 'Escribí el motivo.',
    subject: 'El motivo',
    max: 1000,
  }),
}

/** S15. Locks or unlocks an account; the reason joins the history as a note. */
async function setLock(acting: Acting<{ text: string }>, isLocked: boolean): Promise<void> {
  const { context, viewer, id: objectId, values, newId } = acting
  const { personId: actorId, now: at } = viewer
  const person = await lockAccount(acting)
  if (Boolean(person.lockedAt) === isLocked)
    throw refuse('Otra persona la cambió: actualizá la página.', 'action_gone')
  await setLocked(context.db, objectId, isLocked ? at : null)
  if (isLocked) await revokeSessionsOf(context.db, objectId, at)
  await insertNote(context.db, { id: newId(), kind: 'driver', objectId, ...values, actorId, at })
}

/** What an operator does with an account. */
export const driverActions = {
  note: noteAction('driver'),

  adjust: adjustAction,
  ...adjustmentDecisions,

  account: accountAction,

  endSessions: action({
    label: 'Cerrar sesiones',
    question: 'Se cierran todas las sesiones de la persona: para volver a entrar ingresa de nuevo.',
    danger: true,
    audit: 'endSessions',
    async run(acting) {
      await lockAccount(acting)
      await revokeSessionsOf(acting.context.db, acting.id, acting.viewer.now)
      return 'Las sesiones quedaron cerradas.'
    },
  }),

  resetFactor: action({
    label: 'Quitar segundo factor',
    question:
      'Se quitan el código del teléfono y las llaves de acceso, y se cierran las sesiones: la persona ingresa solo con su contraseña. Comprobá antes que es ella.',
    danger: true,
    audit: 'resetFactor',
    async run(acting) {
      const { context, caller, viewer, id, newId } = acting
      const { db: tx } = context
      const person = await lockAccount(acting)
      const works = isOperator(await rolesOf(tx, id))
      await removeFactor(tx, id, 'any')
      await removePasskeysOf(tx, id)
      await revokeSessionsOf(tx, id, viewer.now)
      await reportPasskeys(context, tx, { person, caller }, 'factor reset', newId())
      return works
        ? 'Listo. Para el nuevo segundo factor necesita un código de activación: lo da otra persona que administra la red, en «Operadores».'
        : 'Listo: ya puede ingresar con su contraseña.'
    },
  }),

  lock: action({
    label: 'Bloquear',
    question:
      'La persona no puede ingresar, y se cierran sus sesiones. Sus puntos y pagos siguen ahí.',
    danger: true,
    fields: why,
    audit: 'lockAccount',
    async run(acting) {
      await setLock(acting, true)
      return 'La cuenta quedó bloqueada y sus sesiones, cerradas.'
    },
  }),

  unlock: action({
    label: 'Desbloquear',
    question: 'La persona vuelve a ingresar con su contraseña de siempre.',
    fields: why,
    audit: 'unlockAccount',
    async run(acting) {
      await setLock(acting, false)
      return 'La cuenta está de nuevo abierta.'
    },
  }),
} satisfies Record<string, ConsoleAction>
