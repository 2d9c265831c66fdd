import { ACCOUNT_LABELS, type AccountState } from '#contract/console/driverKind.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { toStamp } from '#contract/dates.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { ADMINISTRADOR, USER } from '#contract/roles.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import {
  type DriverHistory,
  driverHistory,
  sponsoredMemberships,
} from '#db/console/driverHistory.ts'
import { type DriverFilter, driverById, driversLike, driversNamed } from '#db/console/drivers.ts'
import type { Db } from '#db/core/db.ts'
import type { ConsoleKind, KindPage, ListedRow, Viewer } from '#server/console/consoleKind.ts'
import { driverActions } from '#server/console/driverActions.ts'
import { driverTables, loyaltyTable, vehicleTable } from '#server/console/driverTables.ts'
import { historyOf } from '#server/console/history.ts'
import { maskedEmail, maskedName, maskedNumber } from '#server/console/maskedText.ts'
import { UUID_ID } from '#server/http/pagination.ts'
import { spanOfDay } from '#server/payments/reconciliation/businessDay.ts'
import { readMobile } from '#server/user/parseMobile.ts'

const MAX_HITS = 10
const TONES = {
  confirmed: 'good',
  unconfirmed: 'warn',
  locked: 'bad',
  erased: 'neutral',
} as const satisfies Record<AccountState, ObjectValue['tone']>

function stateOf({ deletedAt, lockedAt, confirmedAt }: PersonRow): AccountState {
  if (deletedAt) return 'erased'
  if (lockedAt) return 'locked'
  return confirmedAt ? 'confirmed' : 'unconfirmed'
}
const badgeOf = (person: PersonRow) => ({
  text: ACCOUNT_LABELS[stateOf(person)],
  tone: TONES[stateOf(person)],
})

/** The texts of a person that identify them; of an erased one nothing is left. */
function identityOf(person: PersonRow, shown: boolean) {
  const { firstName, firstSurname, email, documentNumber, mobile, birthdate, address } = person
  if (person.deletedAt) return { name: 'Cuenta borrada', email: '', documentNumber: '', mobile: '' }
  if (shown)
    return {
      name: `${firstName} ${firstSurname}`,
      email,
      documentNumber,
      mobile,
      birthday: birthdate.replaceAll('-', ''),
      address,
    }
  return {
    name: maskedName(person),
    email: maskedEmail(email),
    documentNumber: maskedNumber(documentNumber),
    mobile: maskedNumber(mobile),
  }
}

function rowOf(person: PersonRow): ListedRow {
  const { name, email, documentNumber } = identityOf(person, false)
  return {
    id: person.id,
    cursor: { at: person.createdAt, id: person.id },
    cells: [
      { text: name },
      { text: email },
      { text: documentNumber },
      { stamp: toStamp(person.createdAt) },
      badgeOf(person),
    ],
  }
}

const stampOf = (at: Date | null): ObjectValue => (at ? { stamp: toStamp(at) } : {})

/** Facts about the person. */
function identityGroup(person: PersonRow, shown: boolean) {
  const { name, email, documentNumber, mobile, birthday, address } = identityOf(person, shown)
  return {
    title: '',
    facts: [
      { name: 'Nombre', value: { text: name } },
      { name: 'Correo', value: { text: email } },
      { name: 'Cédula', value: { text: documentNumber } },
      { name: 'Celular', value: { text: mobile } },
      { name: 'Nacimiento', value: birthday === undefined ? {} : { day: birthday } },
      { name: 'Dirección', value: { text: address ?? '' } },
    ],
  }
}

/** Facts about how the account is entered. */
function accountGroup(
  person: PersonRow,
  {
    roles,
    hasFactor,
    passkeys,
    sessions,
  }: Pick<DriverHistory, 'roles' | 'hasFactor' | 'passkeys' | 'sessions'>,
) {
  return {
    title: 'Cuenta',
    facts: [
      { name: 'Registro', value: stampOf(person.createdAt) },
      { name: 'Confirmada', value: stampOf(person.confirmedAt) },
      { name: 'Consentimiento', value: stampOf(person.consentAt) },
      { name: 'Bloqueada', value: stampOf(person.lockedAt) },
      { name: 'Borrada', value: stampOf(person.deletedAt) },
      { name: 'Segundo factor', value: { text: hasFactor ? 'Con código' : '' } },
      { name: 'Llaves de acceso', value: { count: passkeys.length } },
      { name: 'Sesiones abiertas', value: { count: sessions.length } },
      {
        name: 'Trabaja en la red',
        value: {
          text: roles
            .filter((role) => role !== USER)
            .map((role) => ROLES[role].description)
            .join(', '),
        },
      },
    ],
  }
}

/** The adjustments that wait for the viewer, or another operator that did not propose them. */
const decidable = ({ adjustments }: DriverHistory, { personId }: Viewer) =>
  adjustments.filter(({ state, proposedBy }) => state === 'waiting' && proposedBy !== personId)

/**
 * The actions that an account takes now, of administrators alone. That of an administrator takes none: two
 * people take the role first.
 */
function actionsOf(person: PersonRow, viewer: Viewer, history: DriverHistory): string[] {
  const { hasFactor, passkeys, sessions, loyalties, roles } = history
  // Of their own account an operator changes nothing here: a stolen session would keep it.
  if (person.deletedAt || person.id === viewer.personId || roles.includes(ADMINISTRADOR))
    return ['note']
  return [
    'note',
    ...(loyalties.some(({ endedAt }) => !endedAt) ? ['adjust'] : []),
    ...(decidable(history, viewer).length > 0 ? ['decideAdjustment'] : []),
    ...(sessions.length > 0 ? ['endSessions'] : []),
    ...(hasFactor || passkeys.length > 0 ? ['resetFactor'] : []),
    ...(person.confirmedAt ? [person.lockedAt ? 'unlock' : 'lock'] : []),
  ]
}

/** What a sponsor sees of a member: who it is, masked, and what they hold in its programme. */
async function memberPage(db: Db, person: PersonRow, now: Date): Promise<KindPage> {
  const { loyalties, vehicles } = await sponsoredMemberships(db, person.id, now)
  return {
    title: identityOf(person, false).name,
    badges: [badgeOf(person)],
    masked: false,
    groups: [identityGroup(person, false)],
    tables: [loyaltyTable(loyalties, false), vehicleTable(vehicles, false)],
    timeline: [],
    actions: [],
  }
}

/** The people with an account: drivers, and by search and links those that work at the network. */
export const driverKind: ConsoleKind = {
  cursorId: UUID_ID,

  async list(db, { filters: { email = '', state = '', day = '' }, count, after }, viewer) {
    const filter: DriverFilter = {
      ...(email.trim() && { email: email.trim().toLowerCase() }),
      ...(state && { state: state as AccountState }),
      ...(day && { span: spanOfDay(day) }),
    }
    return (await driversLike(db, viewer, filter, { count, after })).map(rowOf)
  },

  async page(db, id, viewer) {
    const person = await driverById(db, viewer, id)
    if (!person) return null
    const { shown } = viewer
    if (!viewer.isAdministrator) return await memberPage(db, person, viewer.now)
    const history = await driverHistory(db, viewer, person, viewer.now)
    const { loyalties, adjustments, requests } = history
    const subjects = [
      id,
      ...loyalties.map(({ code }) => code),
      ...adjustments.map((one) => one.id),
      ...requests.map(({ reference }) => reference),
    ]
    const happened = [
      { at: person.createdAt, title: 'Se registró' },
      ...(person.confirmedAt ? [{ at: person.confirmedAt, title: 'Confirmó la cuenta' }] : []),
    ]
    return {
      title: identityOf(person, shown).name,
      badges: [badgeOf(person)],
      masked: !shown && !person.deletedAt,
      ownerId: id,
      groups: [identityGroup(person, shown), accountGroup(person, history)],
      tables: driverTables(history, shown),
      timeline: await historyOf(db, { kind: 'driver', id, subjects }, happened),
      actions: actionsOf(person, viewer, history),
      options: {
        loyalty: loyalties
          .filter(({ endedAt }) => !endedAt)
          .map(({ code, programmeName, points }) => ({
            value: code,
            label: `${programmeName} ${code}: ${points} puntos`,
          })),
        adjustment: decidable(history, viewer).map(({ id: value, loyaltyCode, points, by }) => ({
          value,
          label: `${points} puntos para ${loyaltyCode}, de ${by}`,
        })),
      },
    }
  },

  async find(db, { text, compact }, viewer) {
    const email = text.toLowerCase()
    const mobile = readMobile(text)
    const found = await driversNamed(
      db,
      viewer,
      {
        ...(email.includes('@') && { email }),
        ...(/^\d{7,8}$/.test(compact) && { documentNumber: compact.padStart(8, '0') }),
        ...(mobile && { mobile }),
        ...(/^[A-Z\d]{5,8}$/.test(compact) && { plate: compact }),
        ...(/^\d{8,20}$/.test(compact) && { loyaltyCode: compact }),
        ...(/^[A-Z\d]{4,30}$/.test(compact) && { cardNumber: compact }),
      },
      MAX_HITS,
    )
    return found.map((person) => {
      const { name, email, documentNumber } = identityOf(person, false)
      const detail = [email, documentNumber, badgeOf(person).text].filter(Boolean).join(' · ')
      return { id: person.id, title: name, detail }
    })
  },

  actions: driverActions,
}
