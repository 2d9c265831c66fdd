import { type BankAccount, NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import type { RoleCode } from '#contract/roles.ts'
import { type DemoContext, NETWORK_ID, programmeAccount, SPONSOR_ID } from '#db/demo/demoContext.ts'
import type { Rows } from '#db/demo/demoRows.ts'
import { CLUB, RIDE_HAILING } from '#db/demo/programmes.ts'
import type { Station } from '#db/demo/stations.ts'
import type { LedgerAccount } from '#db/loyalty/ledgerEntries.ts'

export type Person = Rows['person'][number]
export type Request = Rows['membershipRequest'][number]

/** Adds a person with a role, confirmed minutes after registration. */
export function addPerson(
  demo: DemoContext,
  role: RoleCode,
  who: Omit<Person, 'id' | 'passwordHash' | 'confirmedAt' | 'createdAt'> & { id?: string },
  daysAgo: number,
): Person {
  const person: Person = {
    ...who,
    id: who.id ?? demo.nextId(),
    passwordHash: demo.passwordHash,
    confirmedAt: demo.dates.at(daysAgo, 20, 41),
    createdAt: demo.dates.at(daysAgo, 20, 37),
  }
  demo.rows.person.push(person)
  demo.rows.personRole.push({ personId: person.id, roleCode: role })
  return person
}

/** A person's data when joining a programme. */
export interface JoinRequest {
  programme: string
  code: string
  vehicle: { mark: string; plate: string; fuel: string }
  clientRUT?: string
  bankAccount?: BankAccount
  /** Cents that it may owe at the stations. */
  accountLimit?: number
}

/** A member as a customer of the stations. */
export interface Customer extends JoinRequest {
  /** The stations where the member usually buys. */
  usualStations: readonly Station[]
  /** Whole days from joining to the day of the demo data. */
  days: number
  /** Whether the member has a monthly washing plan; its sales are SUSCRIPTION movements. */
  washPlan: boolean
}

/** A member's account, and that of its programme, while entries are added. */
export interface DemoAccount extends LedgerAccount {
  balance: number
  loyaltyCode: string
  /** Code of the programme. */
  memberOf: string
  programmeAccount: string
  /** Those with points left, in the order of the postings. */
  lots: DemoLot[]
}

/** A lot with the event that gave it. */
export interface DemoLot {
  eventId: string
  lot: Rows['pointsLot'][number]
}

/** Adds a request, its authorisation two days later, the loyalty and its points account (A4). */
export function addLoyalty(demo: DemoContext, person: Person, customer: Customer): DemoAccount {
  const { programme, code, vehicle, clientRUT = '', bankAccount, accountLimit = 0 } = customer
  const daysAgo = customer.days + 2
  const state = 'STATE_PETROBRAS_AUTHORIZED'
  const requestReference = addRequest(demo, person, customer, state, daysAgo)
  demo.rows.loyalty.push({
    code,
    personId: person.id,
    programme,
    holder: `${person.firstName} ${person.firstSurname}`,
    clientRUT,
    clientCardNumber: `88${code}`,
    since: decidedByNetwork(demo, daysAgo),
    requestReference,
    accountLimit,
    ...bankAccount,
  })
  demo.rows.vehicle.push({ id: demo.nextId(), loyaltyCode: code, ...vehicle })
  const account = {
    id: demo.nextId(),
    loyaltyCode: code,
    memberOf: programme,
    programmeAccount: programmeAccount(programme === CLUB ? 1 : 2),
    balance: 0,
    lastSeq: 0,
    lastAt: null,
    lastHash: null,
    lots: [],
  }
  demo.rows.ledgerAccount.push(account)
  return account
}

/** When the network decides on a request of `daysAgo` days ago. */
const decidedByNetwork = (demo: DemoContext, daysAgo: number) => demo.dates.at(daysAgo - 2, 10, 5)

/**
 * Adds a membership request in a state, with the decisions that led to it and their audit entries.
 * @returns its reference
 */
export function addRequest(
  demo: DemoContext,
  person: Person,
  { programme, vehicle, clientRUT = '', bankAccount = NO_BANK_ACCOUNT }: JoinRequest,
  state: Request['state'],
  daysAgo: number,
  observations = '',
): string {
  const reference = `SOL-${demo.nextRrn().slice(-9)}`
  const request: Request = {
    reference,
    personId: person.id,
    programme,
    state,
    draft: { vehicle, clientRUT, clientCardNumber: '', ...bankAccount },
    observations,
    sponsorObservations: '',
    networkObservations: '',
    leavingObservations: '',
    at: demo.dates.at(daysAgo, 9, 30),
  }
  const decided = (action: string, actorId: string, from: string, to: string, at: Date) =>
    demo.audit.push({ actorId, action, subject: reference, detail: { from, to }, at })
  const isNetworkDecision = state.startsWith('STATE_PETROBRAS_')
  let before = 'PENDING'
  if (programme === RIDE_HAILING && (isNetworkDecision || state.startsWith('STATE_UBER_'))) {
    const to = isNetworkDecision ? 'STATE_UBER_AUTHORIZED' : state
    request.sponsorId = SPONSOR_ID
    request.sponsorAt = demo.dates.at(daysAgo - 1, 11, 15)
    if (!isNetworkDecision) request.sponsorObservations = observations
    decided('sponsorDecide', SPONSOR_ID, before, to, request.sponsorAt)
    before = to
  }
  if (isNetworkDecision) {
    request.networkId = NETWORK_ID
    request.networkAt = decidedByNetwork(demo, daysAgo)
    request.networkObservations = observations
    decided('networkDecide', NETWORK_ID, before, state, request.networkAt)
  }
  if (state === 'VOIDED') {
    request.leavingObservations = observations
    decided('withdraw', person.id, before, state, demo.dates.at(daysAgo - 1, 18, 20))
  }
  demo.rows.membershipRequest.push(request)
  return reference
}
