import { randomUUID } from 'node:crypto'
import type { ActionField } from '#contract/console/objectPage.ts'
import { multiLine } from '#contract/fields/text.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { removePasskeysOf } from '#db/accounts/passkeys.ts'
import { type PersonRow, rolesOf } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { removeFactor } from '#db/accounts/secondFactors.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { setLocked } from '#db/console/drivers.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { adjustAction, decideAdjustmentAction } from '#server/console/adjustmentActions.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { readField } from '#server/console/readField.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { isOperator } from '#server/http/sessionLifetime.ts'
import { reportPasskeys } from '#server/passkey/passkeyReports.ts'

const WHY: ActionField = {
  name: 'text',
  label: 'Motivo',
  type: 'longText',
  hint: 'Queda en el historial, con tu nombre.',
  options: [],
}

const OF_ADMINISTRATOR =
  'Es la cuenta de alguien que administra la red: primero dos personas le quitan ese rol.'

/**
 * Changes an account with its row locked, and records it.
 * @param work answers the detail of the audit entry; undefined: it was so before, and nothing is recorded
 */
const changeAccount = (
  { context: { db }, viewer, id }: Acting,
  action: string,
  work: (tx: Db, person: PersonRow) => Promise<Record<string, boolean> | undefined>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, id)
    if (!person) throw notFound()
    // The role may have been given since the page was read.
    if ((await rolesOf(tx, id)).includes(ADMINISTRADOR))
      throw refuse(OF_ADMINISTRATOR, 'action_gone')
    const detail = await work(tx, person)
    const { personId: actorId, now: at } = viewer
    if (detail) await appendAuditEntry(tx, { actorId, action, subject: id, detail, at })
  })

/** S15. Locks or unlocks with words, which join the history as a note. */
const lockAction =
  (locks: boolean): ConsoleAction['run'] =>
  async (acting) => {
    const { viewer, id, fields } = acting
    const text = readField(multiLine(1000, 'El motivo'), fields.text ?? '', 'Escribí el motivo.')
    await changeAccount(acting, locks ? 'lockAccount' : 'unlockAccount', async (tx, person) => {
      if (Boolean(person.lockedAt) === locks) return undefined
      const { personId: actorId, now: at } = viewer
      await setLocked(tx, id, locks ? at : null)
      if (locks) await revokeSessionsOf(tx, id, at)
      await insertNote(tx, { id: randomUUID(), kind: 'driver', objectId: id, text, actorId, at })
      return {}
    })
    return locks
      ? 'La cuenta quedó bloqueada y sus sesiones, cerradas.'
      : 'La cuenta está de nuevo abierta.'
  }

/** What an operator does with an account. */
export const driverActions = {
  note: noteAction('driver'),

  adjust: adjustAction,
  decideAdjustment: decideAdjustmentAction,

  endSessions: {
    label: 'Cerrar sesiones',
    question: 'Se cierran todas las sesiones de la persona: para volver a entrar ingresa de nuevo.',
    danger: true,
    fields: [],
    async run(acting) {
      await changeAccount(acting, 'endSessions', async (tx) => {
        await revokeSessionsOf(tx, acting.id, acting.viewer.now)
        return {}
      })
      return 'Las sesiones quedaron cerradas.'
    },
  },

  resetFactor: {
    label: 'Quitar segundo factor',
    question:
      'Se quitan el código del teléfono y las llaves de acceso, y se cierran las sesiones: la persona ingresa solo con su contraseña. Comprobá antes que es ella.',
    danger: true,
    fields: [],
    async run(acting) {
      const { context, caller, viewer, id } = acting
      let works = false
      await changeAccount(acting, 'resetFactor', async (tx, person) => {
        works = isOperator(await rolesOf(tx, id))
        await removeFactor(tx, id, 'any')
        await removePasskeysOf(tx, id)
        await revokeSessionsOf(tx, id, viewer.now)
        const event = uuidFrom(context.random(16))
        await reportPasskeys(context, tx, { person, caller }, 'factor reset', event)
        return {}
      })
      return works
        ? 'Listo. Para el nuevo segundo factor necesita un código de activación: lo da «npm run role».'
        : 'Listo: ya puede ingresar con su contraseña.'
    },
  },

  lock: {
    label: 'Bloquear',
    question:
      'La persona no puede ingresar, y se cierran sus sesiones. Sus puntos y pagos siguen ahí.',
    danger: true,
    fields: [WHY],
    run: lockAction(true),
  },

  unlock: {
    label: 'Desbloquear',
    question: 'La persona vuelve a ingresar con su contraseña de siempre.',
    danger: false,
    fields: [WHY],
    run: lockAction(false),
  },
} satisfies Record<string, ConsoleAction>
