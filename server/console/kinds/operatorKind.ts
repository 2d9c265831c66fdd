import { safeParse } from 'zod/mini'
import { KIND_NAMES, kindOf } from '#contract/console/objectKinds.ts'
import type { ObjectPage, ObjectValue } from '#contract/console/objectPage.ts'
import { toStamp } from '#contract/dates.ts'
import { Email } from '#contract/fields/profile.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { countPasskeys } from '#db/accounts/passkeys.ts'
import { invitationOf, waitingProposal } from '#db/accounts/roleProposals.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { liveSessionsOf } from '#db/accounts/sessions.ts'
import { type Operator, operatorsLike } from '#db/console/operators.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import type { ConsoleKind, KindPage, ListedRow, Viewer } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { maskedEmail, maskedName } from '#server/console/maskedText.ts'
import { operatorActions } from '#server/console/operatorActions.ts'
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

function stateOf({ lockedAt, confirmedAt, proposed }: Operator): ObjectValue {
  if (proposed) return { text: 'Espera una decisión', tone: 'warn' }
  if (lockedAt) return { text: 'Bloqueada', tone: 'bad' }
  return confirmedAt
    ? { text: 'Confirmada', tone: 'good' }
    : { text: 'Sin confirmar', tone: 'warn' }
}
const NO_ACCOUNT: ObjectValue = { text: 'Sin cuenta', tone: 'neutral' }
const stampOf = (at: Date | null): ObjectValue => (at ? { stamp: toStamp(at) } : { text: '' })
const stationsText = ({ roles, stations }: Operator) =>
  roles.includes(PETROBRAS) ? stations.join(', ') || 'Toda la red' : ''

function rowOf(person: Operator): ListedRow {
  const { name, email } = identityOf(person)
  return {
    id: person.id,
    cursor: { at: person.createdAt, id: person.id },
    cells: [
      { text: name },
      { text: email },
      { text: [rolesText(person.roles), ...person.stations].join(' ') },
      stampOf(person.usedAt),
      stateOf(person),
    ],
  }
}

/** The people that work at the network, and the person of a whole email. */
export const operatorKind: ConsoleKind = {
  cursorId: UUID_ID,

  async list(db, { filters: { email: typed = '', role = '' }, count, after }) {
    const email = typed.trim().toLowerCase()
    const filter = { ...(email && { email }), ...(role && { role: role as RoleCode }) }
    const found = await operatorsLike(db, filter, { count, after })
    if (found.length > 0 || role || !safeParse(Email, email).success || email.length > 100)
      return found.map(rowOf)
    const none = { text: '' }
    const cells = [{ text: email }, none, none, none, NO_ACCOUNT]
    return [{ id: email, cursor: { at: ALONE, id: '' }, cells }]
  },

  async page(db, id, viewer) {
    const filter = isUuid(id) ? { id } : { email: id }
    const [person] = await operatorsLike(db, filter, { count: 1 })
    if (person) return await personPage(db, person, viewer)
    const email = safeParse(Email, id)
    return email.success && email.data === id ? await invitePage(db, id, viewer.now) : null
  },

  async find(db, { text }) {
    if (!text.includes('@')) return []
    const found = await operatorsLike(db, { email: text.toLowerCase() }, { count: MAX_HITS })
    return found.filter(works).map((person) => {
      const { name, email } = identityOf(person)
      return { id: person.id, title: name, detail: `${email} · ${rolesText(person.roles)}` }
    })
  },

  actions: operatorActions,
}

async function personPage(db: Db, person: Operator, viewer: Viewer): Promise<KindPage> {
  const { id, roles } = person
  const [factor, passkeys, sessions, proposal] = await Promise.all([
    confirmedFactor(db, id),
    countPasskeys(db, id),
    liveSessionsOf(db, id, viewer.now),
    waitingProposal(db, id),
  ])
  const hasFactor = factor !== undefined || passkeys > 0
  const { name, email } = identityOf(person)
  return {
    title: name,
    badges: [stateOf(person)],
    masked: false,
    groups: [
      {
        title: '',
        facts: [
          { name: 'Correo', value: { text: email } },
          { name: 'Rol', value: { text: rolesText(roles) } },
          { name: 'Estaciones', value: { text: stationsText(person) } },
          { name: 'Cuenta', value: { text: 'Ver la cuenta', link: { kind: 'driver', id } } },
        ],
      },
      {
        title: 'Cómo ingresa',
        facts: [
          { name: 'Último uso', value: stampOf(person.usedAt) },
          { name: 'Sesiones abiertas', value: { count: sessions.length } },
          {
            name: 'Segundo factor',
            value: hasFactor
              ? { text: factor ? 'Con código' : 'Con llave de acceso' }
              : { text: 'Todavía no', ...(works(person) && { tone: 'warn' }) },
          },
          { name: 'Registro', value: stampOf(person.createdAt) },
        ],
      },
      ...(proposal
        ? [
            {
              title: 'Cambio que espera a otra persona',
              facts: [
                { name: 'Rol', value: { text: rolesText([proposal.role]) } },
                { name: 'Lo propuso', value: { text: proposal.by } },
                { name: 'Propuesto', value: stampOf(proposal.proposedAt) },
              ],
            },
          ]
        : []),
    ],
    tables: [ROLE_TABLE],
    timeline: await historyOf(db, { kind: 'operator', id }, [
      { at: person.createdAt, title: 'Se registró' },
    ]),
    actions: actionsOf(person, viewer, { proposal, hasFactor }),
  }
}

/** What the viewer may do now; their own roles are for others to change. */
function actionsOf(
  person: Operator,
  viewer: Viewer,
  {
    proposal,
    hasFactor,
  }: { proposal: Awaited<ReturnType<typeof waitingProposal>>; hasFactor: boolean },
): string[] {
  if (person.id === viewer.personId) return ['note']
  if (!person.confirmedAt) return ['invite', 'note']
  return [
    ...(proposal ? ['decideRole'] : ['giveRole', ...(works(person) ? ['takeRole'] : [])]),
    ...(person.roles.includes(PETROBRAS) ? ['bindStations'] : []),
    // One person alone opens no account of an administrator.
    ...(works(person) && !hasFactor && !person.roles.includes(ADMINISTRADOR) ? ['giveCode'] : []),
    'note',
  ]
}

/** An email without an account. */
async function invitePage(db: Db, email: string, now: Date): Promise<KindPage> {
  const invitation = await invitationOf(db, email, now)
  return {
    title: email,
    badges: [NO_ACCOUNT],
    masked: false,
    groups: [
      {
        title: 'Invitación',
        facts: invitation
          ? [
              { name: 'Rol', value: { text: rolesText([invitation.role]) } },
              { name: 'Invitada', value: stampOf(invitation.invitedAt) },
              { name: 'Vale hasta', value: stampOf(invitation.expiresAt) },
            ]
          : [{ name: 'Rol', value: { text: 'Todavía no la invitaron' } }],
      },
    ],
    tables: [ROLE_TABLE],
    timeline: [],
    actions: ['invite'],
  }
}

/** What each role sees, from the tables that the server enforces. */
const ROLE_TABLE: ObjectPage['tables'][number] = {
  title: 'Qué ve cada rol (lo suyo: sus estaciones, o sus programas)',
  columns: [
    'Qué',
    ...([ADMINISTRADOR, PETROBRAS, UBER] as const).map((role) => ROLES[role].description),
  ],
  rows: [
    ...KIND_NAMES.map((kind) => ({ what: kindOf(kind).title, roles: kindOf(kind).roles })),
    { what: 'Decidir solicitudes', roles: validateMembershipRequest.access },
  ].map(({ what, roles }: { what: string; roles: readonly RoleCode[] }): ObjectValue[] => [
    { text: what },
    { text: roles.includes(ADMINISTRADOR) ? 'Todo' : '' },
    { text: roles.includes(PETROBRAS) ? 'Lo suyo' : '' },
    { text: roles.includes(UBER) ? 'Lo suyo' : '' },
  ]),
  empty: '',
}
