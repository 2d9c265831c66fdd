import { ACCOUNT_STATES, type AccountState } from '#contract/console/driverKind.ts'
import { choicesOf } from '#contract/console/objectKind.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { ADMINISTRADOR, USER } from '#contract/roles.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { type Account, accountOf, sponsoredMemberships } from '#db/console/driverHistory.ts'
import { driverById, driversLike, driversNamed } from '#db/console/drivers.ts'
import { proposalsWaiting } from '#db/console/waiting.ts'
import type { Db } from '#db/core/db.ts'
import { programmeNames } from '#db/loyalty/accrualRules.ts'
import { consoleKind, type KindPage } from '#server/console/consoleKind.ts'
import { driverActions } from '#server/console/drivers/driverActions.ts'
import { loyaltyTable, vehicleTable } from '#server/console/drivers/driverTables.ts'
import { DRIVER_TABS, driverPart, driverTabOf } from '#server/console/drivers/driverTabs.ts'
import { maskedEmail, maskedName, maskedNumber } from '#server/console/maskedText.ts'
import { driverTerm } from '#server/console/personalTerm.ts'
import { badge, copied, group } from '#server/console/shownValues.ts'
import type { Viewer } from '#server/console/viewer.ts'
import { UUID_ID } from '#server/http/pagination.ts'

const MAX_HITS = 10
function stateOf({ deletedAt, lockedAt, confirmedAt }: PersonRow): AccountState {
  if (deletedAt) return 'erased'
  if (lockedAt) return 'locked'
  return confirmedAt ? 'confirmed' : 'unconfirmed'
}
const badgeOf = (person: PersonRow) => badge(ACCOUNT_STATES, stateOf(person))

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

/** Facts about the person. */
function identityGroup(person: PersonRow, shown: boolean) {
  const { name, email, documentNumber, mobile, birthday, address } = identityOf(person, shown)
  const taken = shown ? copied : (text: string) => text
  return group('', {
    Nombre: name,
    Correo: taken(email),
    Cédula: taken(documentNumber),
    Celular: taken(mobile),
    Nacimiento: birthday === undefined ? null : { day: birthday },
    Dirección: address ?? null,
  })
}

/** Facts about how the account is entered. */
const accountGroup = (person: PersonRow, { roles, hasFactor, passkeys, sessions }: Account) =>
  group('Cuenta', {
    Registro: person.createdAt,
    Confirmada: person.confirmedAt,
    Consentimiento: person.consentAt,
    Bloqueada: person.lockedAt,
    Borrada: person.deletedAt,
    'Segundo factor': hasFactor ? 'Con código' : '',
    'Llaves de acceso': passkeys,
    'Sesiones abiertas': sessions.length,
    'Trabaja en la red': roles
      .filter((role) => role !== USER)
      .map((role) => ROLES[role].description)
      .join(', '),
  })

/** The adjustments that wait: those of the viewer, or of other operators. */
const waitingOf = ({ adjustments }: Account, { personId }: Viewer, isOwn: boolean) =>
  adjustments
    .filter((one) => one.state === 'waiting' && (one.proposedBy === personId) === isOwn)
    .map(({ id: value, subject, content, by }) => ({
      value,
      label: `${content.points} puntos para ${subject}, de ${by}`,
    }))

/** What a sponsor sees of a member: who it is, masked, and what they hold in its programme. */
async function memberPage(db: Db, person: PersonRow, now: Date): Promise<KindPage> {
  const { loyalties, vehicles } = await sponsoredMemberships(db, person.id, now)
  return {
    title: identityOf(person, false).name,
    badges: [badgeOf(person)],
    groups: [identityGroup(person, false)],
    tables: [loyaltyTable(loyalties, false), vehicleTable(vehicles, false)],
  }
}

const NOTHING = {
  adjust: false,
  account: false,
  decide: false,
  withdraw: false,
  endSessions: false,
  resetFactor: false,
  lock: false,
  unlock: false,
}

/** The people with an account: drivers, and by search and links those that work at the network. */
export const driverKind = consoleKind('driver', {
  cursorId: UUID_ID,

  list: (db, { email, ...filter }, page, viewer) =>
    driversLike(db, viewer, { ...filter, ...(email && { email: email.toLowerCase() }) }, page),
  sorted: 'Registro',
  rowAt: ({ id, createdAt: at }) => ({ id, at }),
  listOptions: async (db) => ({
    programme: [...(await programmeNames(db))].map(([value, label]) => ({ value, label })),
  }),
  columns: {
    Nombre: ['title', (person) => identityOf(person, false).name],
    Correo: ['detail', (person) => identityOf(person, false).email],
    Cédula: ['detail', (person) => identityOf(person, false).documentNumber],
    Registro: ['note', ({ createdAt }) => createdAt],
    Cuenta: ['below', badgeOf],
  },

  async read(db, id, viewer) {
    const person = await driverById(db, viewer, id)
    if (!person) return null
    // A sponsor sees less, and does nothing.
    return {
      person,
      account: viewer.isAdministrator ? await accountOf(db, id, viewer.now) : null,
    }
  },

  async page(db, { person, account }, viewer) {
    const { shown, now } = viewer
    const { id } = person
    if (!account) return await memberPage(db, person, now)
    const { loyalties } = account
    const tab = driverTabOf(viewer.tab)
    const { groups = [], ...part } = await driverPart(tab, db, { person, account }, viewer)
    return {
      title: identityOf(person, shown).name,
      badges: [badgeOf(person)],
      masked: !shown && !person.deletedAt,
      ownerId: id,
      tabs: choicesOf(DRIVER_TABS),
      tab,
      groups: [
        ...(tab === 'summary' ? [identityGroup(person, shown), accountGroup(person, account)] : []),
        ...groups,
      ],
      ...part,
      options: {
        loyalty: loyalties
          .filter(({ endedAt }) => !endedAt)
          .map(({ code, programmeName, points }) => ({
            value: code,
            label: `${programmeName} ${code}: ${points} puntos`,
          })),
        proposal: waitingOf(account, viewer, false),
        own: waitingOf(account, viewer, true),
      },
    }
  },
  states: ACCOUNT_STATES,
  stateOf: ({ person }) => stateOf(person),
  when({ person, account }, viewer) {
    if (!account) return { note: false, ...NOTHING }
    // Of their own account an operator changes nothing here: a stolen session would keep it. From an
    // administrator two people take the role first.
    if (person.id === viewer.personId || account.roles.includes(ADMINISTRADOR)) return NOTHING
    const isMember = account.loyalties.some(({ endedAt }) => !endedAt)
    return {
      adjust: isMember,
      account: isMember,
      decide: waitingOf(account, viewer, false).length > 0,
      withdraw: waitingOf(account, viewer, true).length > 0,
      endSessions: account.sessions.length > 0,
      resetFactor: account.hasFactor || account.passkeys > 0,
    }
  },

  waiting: { title: 'Ajustes de puntos para decidir', count: proposalsWaiting('adjustment') },

  find: (db, term, viewer) => driversNamed(db, viewer, driverTerm(term, viewer), MAX_HITS),

  actions: driverActions,
})
