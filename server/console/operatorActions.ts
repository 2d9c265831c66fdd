import { OPERATOR_ROLES } from '#contract/console/operatorKind.ts'
import { DAY_MS } from '#contract/dates.ts'
import { withoutSeparators } from '#contract/fields/text.ts'
import { ROLES } from '#contract/pageAccess.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { bindStations, storeInvitation } from '#db/accounts/operatorAccess.ts'
import { personById } from '#db/accounts/people.ts'
import { changeRole } from '#db/accounts/roles.ts'
import { storeEnrolmentCode } from '#db/accounts/secondFactors.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid, uuidFrom } from '#db/core/uuid.ts'
import { changeOrProposeRole } from '#db/proposals/roleProposals.ts'
import { choice, codes, invalid } from '#server/console/actionFields.ts'
import {
  type Acting,
  action,
  type ConsoleAction,
  type Done,
} from '#server/console/consoleAction.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { proposalActions } from '#server/console/proposalActions.ts'
import { refuse } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'
import { OPERATOR_INVITED, ROLE_GIVEN, ROLE_TAKEN } from '#server/mail/invitationEmail.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { queueSecurityEmail } from '#server/mail/securityEmail.ts'

/** Days in which an invited person registers. */
const INVITATION_DAYS = 7

type Outcome = Awaited<ReturnType<typeof changeOrProposeRole>>
const REFUSALS: Record<
  Exclude<Outcome, 'given' | 'codeStored' | 'proposed'>,
  [string, RefusalReason]
> = {
  unknown: ['No encontramos lo que pediste.', 'not_found'],
  unconfirmed: ['Esa cuenta todavía no confirmó su correo.', 'action_gone'],
  driver: [
    'Esa cuenta tiene afiliaciones de conductor: para trabajar en la red hace falta otra cuenta.',
    'action_gone',
  ],
  last: ['Nadie más administra la red: primero dale ese rol a otra persona.', 'last_administrator'],
  has: ['Ya tiene ese rol.', 'action_gone'],
  waits: ['Ya hay un cambio de su rol que espera: primero decidan ese.', 'request_pending'],
}

/** What tells the code of a second factor once. */
const toldCode = ({ tell }: Acting, done: string) => ({
  outcome: `${done} Este es el código para activar su segundo factor. Vale 24 horas y una sola vez. Pasáselo en persona o por un medio que no sea su correo.`,
  code: tell('activationCode'),
})

async function nameOf(db: Db, personId: string): Promise<string> {
  const person = await personById(db, personId)
  return `${person?.firstName} ${person?.firstSurname}`
}

/** What `db` takes of an action: who changes whose role, and the code of a new operator. */
function changeBy(acting: Acting) {
  const { context, caller, viewer, id: personId } = acting
  return {
    personId,
    actorId: viewer.personId,
    now: viewer.now,
    removesFactor: false,
    codeHash: sha256(withoutSeparators(acting.tell('activationCode'))),
    codeExpiresAt: new Date(viewer.now.getTime() + DAY_MS),
    tell: async (tx: Db, recipient: string, role: RoleCode) =>
      await queueSecurityEmail(context, tx, role === USER ? ROLE_TAKEN : ROLE_GIVEN, {
        recipient,
        event: `role ${context.random(16).toString('hex')}`,
        caller,
        values: {
          name: await nameOf(tx, viewer.personId),
          role: ROLES[role].description,
          link: `${context.config.publicUrl}${role === USER ? '' : '/consola'}/`,
        },
      }),
  }
}

/** @throws the refusal of an outcome that changed nothing */
function doneOf(acting: Acting, outcome: Outcome, role: RoleCode | null): Done {
  if (outcome === 'proposed')
    return 'Quedó propuesto: otra persona que administra la red lo tiene que confirmar.'
  const done = role ? `Ahora su rol es «${ROLES[role].description}».` : 'El cambio está hecho.'
  if (outcome === 'given') return `${done} Sus sesiones se cerraron.`
  if (outcome === 'codeStored') return toldCode(acting, done)
  throw refuse(...REFUSALS[outcome])
}

/** Whom the audit log names; it keeps no address, because it is never changed. */
const subjectOf = (id: string) => (isUuid(id) ? id : uuidFrom(sha256(id)))
async function setRole(acting: Acting, role: RoleCode): Promise<Done> {
  const change = { ...changeBy(acting), role }
  const outcome = await changeOrProposeRole(acting.context.db, change, acting.newId())
  return doneOf(acting, outcome, role)
}

const CHOOSE_ROLE = 'Elegí el rol.'

/** What an administrator does with a person's roles. Who administers the network may give each of them. */
export const operatorActions = {
  giveRole: action({
    label: 'Dar un rol',
    question:
      'Reemplaza el rol que tenga y cierra sus sesiones. Para administrar la red, otra persona que la administra lo tiene que confirmar.',
    toldOnce: true,
    fields: { role: choice({ label: 'Rol', missing: CHOOSE_ROLE, of: OPERATOR_ROLES }) },
    secondFactor: true,
    run: async (acting) => await setRole(acting, acting.values.role),
  }),

  takeRole: action({
    label: 'Quitar el rol',
    question:
      'Deja de trabajar en la red y sus sesiones se cierran ahora. Si administra la red, otra persona que la administra lo tiene que confirmar.',
    danger: true,
    secondFactor: true,
    run: async (acting) => await setRole(acting, USER),
  }),

  ...proposalActions({
    kind: 'role',
    what: 'el cambio',
    question: 'Confirmado, se hace enseguida y se cierran sus sesiones.',
    secondFactor: true,
    toldOnce: true,
    async confirmed(acting, { subject, content }) {
      const change = { ...changeBy(acting), ...content }
      return doneOf(acting, await changeRole(acting.context.db, subject, change), null)
    },
    rejected: 'El cambio quedó rechazado: no cambió nada.',
    withdrawn: 'El cambio quedó retirado: no cambió nada.',
    gone: 'Ese cambio de rol ya no espera una decisión.',
  }),

  giveCode: action({
    label: 'Dar código de activación',
    question:
      'Para quien todavía no tiene segundo factor. El código anterior deja de valer. Comprobá antes que es esa persona.',
    toldOnce: true,
    secondFactor: true,
    audit: 'giveEnrolmentCode',
    async run(acting) {
      const { personId, codeHash, codeExpiresAt: expiresAt } = changeBy(acting)
      await storeEnrolmentCode(acting.context.db, { personId, codeHash, expiresAt })
      return toldCode(acting, 'El código anterior ya no vale.')
    },
  }),

  bindStations: action({
    label: 'Elegir estaciones',
    question:
      'Ve solo lo de esas estaciones: ventas, pagos, excepciones y mensajes. Sin ninguna, ve toda la red.',
    fields: {
      stations: codes({
        label: 'Códigos de las estaciones',
        hint: 'Separados por espacios o comas, como E004, E007. Vacío: toda la red.',
      }),
    },
    secondFactor: true,
    async run({ context, viewer, id: personId, values: { stations } }) {
      const { personId: actorId, now } = viewer
      const binding = { personId, codes: stations, actorId, now }
      const unknown = await bindStations(context.db, binding)
      if (unknown.length > 0)
        throw invalid(`No hay ninguna estación con el código ${unknown.slice(0, 3).join(', ')}.`)
      return stations.length > 0
        ? `Desde ahora ve solo ${stations.length === 1 ? 'esa estación' : 'esas estaciones'}.`
        : 'Desde ahora ve toda la red.'
    },
  }),

  invite: action({
    label: 'Invitar',
    question: `Le mandamos un correo para que se registre. Si confirma su cuenta en ${INVITATION_DAYS} días, tiene el rol. Para administrar la red primero hace falta la cuenta.`,
    fields: {
      role: choice({
        label: 'Rol',
        missing: CHOOSE_ROLE,
        of: { [PETROBRAS]: OPERATOR_ROLES[PETROBRAS], [UBER]: OPERATOR_ROLES[UBER] } as const,
      }),
    },
    secondFactor: true,
    audit: 'invite',
    async run({ context, viewer, id, values: { role }, newId }) {
      const { db: tx } = context
      const { personId: invitedBy, now: invitedAt } = viewer
      const expiresAt = new Date(invitedAt.getTime() + INVITATION_DAYS * DAY_MS)
      const email = isUuid(id) ? ((await personById(tx, id))?.email ?? '') : id
      await storeInvitation(tx, { email, role, invitedBy, invitedAt, expiresAt })
      await queueEmail(context, tx, OPERATOR_INVITED, {
        recipient: email,
        event: `invitation ${newId()}`,
        values: {
          name: await nameOf(tx, invitedBy),
          role: OPERATOR_ROLES[role],
          link: `${context.config.publicUrl}/#/register`,
        },
      })
      const outcome = 'Le mandamos la invitación.'
      return { outcome, detail: { role }, subject: subjectOf(id) }
    },
  }),

  note: noteAction('operator'),
} satisfies Record<string, ConsoleAction>
