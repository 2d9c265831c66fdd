import { safeParse } from 'zod/mini'
import { KIND_NAMES, kindOf } from '#contract/console/objectKinds.ts'
import { OPERATOR_STATES } from '#contract/console/operatorKind.ts'
import { Email } from '#contract/fields/profile.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { invitationOf } from '#db/accounts/operatorAccess.ts'
import { countPasskeys } from '#db/accounts/passkeys.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { liveSessionsOf } from '#db/accounts/sessions.ts'
import { type Operator, operatorsLike } from '#db/console/operators.ts'
import { proposalsWaiting } from '#db/console/waiting.ts'
import type { Db } from '#db/core/db.ts'
import { withRows } from '#db/core/listed.ts'
import { isUuid } from '#db/core/uuid.ts'
import { proposalOf } from '#db/proposals/proposals.ts'
import { consoleKind, type KindPage } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { maskedEmail, maskedName } from '#server/console/maskedText.ts'
import { operatorActions } from '#server/console/operatorActions.ts'
import { decidableBy } from '#server/console/proposalActions.ts'
import { badge, copied, group, link, table } from '#server/console/shownValues.ts'
import { UUID_ID } from '#server/http/pagination.ts'

const MAX_HITS = 10
/** A row of an email without an account stands alone: its place in the order does not count. */
const ALONE = new Date(0)

const rolesText = (roles: readonly RoleCode[]) =>
  roles
    .filter((role) => role !== USER)
    .map((role) => ROLES[role].description)
    .join(', ') || 'Ninguno'
const works = ({ roles }: Operator) => roles.some((role) => role !== USER)
/** The name and email of a colleague; those of another person are masked. */
const identityOf = (person: Operator) =>
  works(person)
    ? { name: `${person.firstName} ${person.firstSurname}`, email: person.email }
    : { name: maskedName(person), email: maskedEmail(person.email) }

type State = keyof typeof OPERATOR_STATES
function stateOf({ lockedAt, confirmedAt, proposed }: Operator): State {
  if (proposed) return 'proposed'
  if (lockedAt) return 'locked'
  return confirmedAt ? 'confirmed' : 'unconfirmed'
}
const stationsText = ({ roles, stations }: Operator) =>
  roles.includes(PETROBRAS) ? stations.join(', ') || 'Toda la red' : ''

/** A row of the list; `none` is an email without an account. */
const rowOf = (person: Operator) => ({
  ...identityOf(person),
  id: person.id,
  at: person.createdAt,
  roles: [rolesText(person.roles), ...person.stations].join(' '),
  usedAt: person.usedAt,
  state: stateOf(person),
})
const rowOfEmail = (email: string): ReturnType<typeof rowOf> => ({
  id: email,
  at: ALONE,
  name: email,
  email: '',
  roles: '',
  usedAt: null,
  state: 'none',
})

/** The actions on the operator's own roles. */
const OWN = Object.fromEntries(Object.keys(operatorActions).map((name) => [name, name === 'note']))

/** A person with what decides on the actions, or an email that can be invited. */
type Found = { email: string } | Awaited<ReturnType<typeof entryOf>>

async function entryOf(db: Db, person: Operator, now: Date) {
  const { id } = person
  const [factor, passkeys, sessions, proposal] = await Promise.all([
    confirmedFactor(db, id),
    countPasskeys(db, id),
    liveSessionsOf(db, id, now),
    proposalOf(db, 'role', id),
  ])
  return { person, factor, hasFactor: factor !== undefined || passkeys > 0, sessions, proposal }
}

/** The people that work at the network, and the person of a whole email. */
export const operatorKind = consoleKind('operator', {
  cursorId: UUID_ID,

  list(db, { email: typed, role }, page) {
    const email = typed?.toLowerCase()
    const filter = { ...(email && { email }), ...(role && { role }) }
    const list = operatorsLike(db, filter, page)
    const isEmail = email && email.length <= 100 && safeParse(Email, email).success
    return withRows(list, (found) =>
      found.length === 0 && !role && isEmail ? [rowOfEmail(email)] : found.map(rowOf),
    )
  },
  rowAt: ({ id, at, state }) => ({ id, at, ...(state === 'none' && { place: '' }) }),
  columns: {
    Nombre: ['title', ({ name }) => name],
    Correo: ['detail', ({ email }) => email],
    Rol: ['note', ({ roles }) => roles],
    'Último uso': ({ usedAt }) => usedAt,
    Cuenta: ['below', ({ state }) => badge(OPERATOR_STATES, state)],
  },

  async read(db, id, { now }): Promise<Found | null> {
    const filter = isUuid(id) ? { id } : { email: id }
    const [person] = await operatorsLike(db, filter, { count: 1 }).read()
    if (person) return await entryOf(db, person, now)
    const email = safeParse(Email, id)
    return email.success && email.data === id ? { email: id } : null
  },
  page: (db, found, { now }) =>
    'person' in found ? personPage(db, found) : invitePage(db, found.email, now),
  states: OPERATOR_STATES,
  stateOf: (found) => ('person' in found ? stateOf(found.person) : 'none'),
  /** Their own roles are for others to change. */
  when(found, { personId }) {
    if (!('person' in found)) return { note: false }
    const { person, hasFactor, proposal } = found
    if (person.id === personId) return OWN
    return {
      ...decidableBy({ proposedBy: proposal?.proposedBy }, { personId }),
      takeRole: works(person),
      bindStations: person.roles.includes(PETROBRAS),
      // One person alone opens no account of an administrator.
      giveCode: works(person) && !hasFactor && !person.roles.includes(ADMINISTRADOR),
    }
  },

  waiting: { title: 'Cambios de rol para decidir', count: proposalsWaiting('role') },

  async find(db, { text }) {
    if (!text.includes('@')) return []
    const found = await operatorsLike(db, { email: text.toLowerCase() }, { count: MAX_HITS }).read()
    return found.filter(works).map(rowOf)
  },

  actions: operatorActions,
})

async function personPage(
  db: Db,
  { person, factor, hasFactor, sessions, proposal }: Exclude<Found, { email: string }>,
): Promise<KindPage> {
  const { id, roles, createdAt } = person
  const { name, email } = identityOf(person)
  return {
    title: name,
    badges: [badge(OPERATOR_STATES, stateOf(person))],
    groups: [
      group('', {
        Correo: copied(email),
        Rol: rolesText(roles),
        Estaciones: stationsText(person),
        Cuenta: link('driver', id, 'Ver la cuenta'),
      }),
      group('Cómo ingresa', {
        'Último uso': person.usedAt,
        'Sesiones abiertas': sessions.length,
        'Segundo factor': hasFactor
          ? factor
            ? 'Con código'
            : 'Con llave de acceso'
          : { text: 'Todavía no', ...(works(person) && { tone: 'warn' }) },
        Registro: createdAt,
      }),
      ...(proposal?.state === 'waiting'
        ? [
            group('Cambio que espera a otra persona', {
              Rol: rolesText([proposal.content.role]),
              'Lo propuso': proposal.by,
              Propuesto: proposal.proposedAt,
            }),
          ]
        : []),
    ],
    tables: [ROLE_TABLE],
    timeline: await historyOf(db, { kind: 'operator', id }, [
      { at: createdAt, title: 'Se registró' },
    ]),
  }
}

async function invitePage(db: Db, email: string, now: Date): Promise<KindPage> {
  const invitation = await invitationOf(db, email, now)
  return {
    title: email,
    badges: [badge(OPERATOR_STATES, 'none')],
    groups: [
      group('Invitación', {
        Rol: invitation ? rolesText([invitation.role]) : 'Todavía no la invitaron',
        Invitada: invitation?.invitedAt,
        'Vale hasta': invitation?.expiresAt,
      }),
    ],
    tables: [ROLE_TABLE],
  }
}

/** What each role sees, from the tables that the server enforces. */
const ROLE_TABLE = table<{ title: string; roles: readonly RoleCode[] }>(
  'Qué ve cada rol (lo suyo: sus estaciones, o sus programas)',
  '',
  [
    ...KIND_NAMES.map((kind) => kindOf(kind)),
    { title: 'Decidir solicitudes', roles: validateMembershipRequest.access },
  ],
  {
    Qué: ({ title }) => title,
    [ROLES[ADMINISTRADOR].description]: ({ roles }) =>
      roles.includes(ADMINISTRADOR) ? 'Todo' : '',
    [ROLES[PETROBRAS].description]: ({ roles }) => (roles.includes(PETROBRAS) ? 'Lo suyo' : ''),
    [ROLES[UBER].description]: ({ roles }) => (roles.includes(UBER) ? 'Lo suyo' : ''),
  },
)
