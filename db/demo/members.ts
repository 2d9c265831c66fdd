import { NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import type { RoleCode } from '#contract/roles.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import { type DemoContext, NETWORK_ID, programmeAccount, SPONSOR_ID } from '#db/demo/demoContext.ts'
import { createLedgerBuilder, type LedgerBuilder } from '#db/demo/ledgerBuilder.ts'
import { CLUB, RIDE_HAILING } from '#db/demo/programmes.ts'

export type Person = Rows['person'][number]
export type Loyalty = Rows['loyalty'][number]
export type Request = Rows['membershipRequest'][number]

/** Adds a person with a role, confirmed minutes after registration. */
export function addPerson(
  demo: DemoContext,
  rows: Rows,
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
  rows.person.push(person)
  rows.personRole.push({ personId: person.id, roleCode: role })
  return person
}

/** What a person asks for when joining a programme. */
export interface JoinRequest {
  programme: string
  code: string
  vehicle: { mark: string; plate: string; fuel: string }
  clientRUT?: string
  account?: Pick<
    Loyalty,
    'accountBank' | 'accountBankType' | 'accountBankNumber' | 'accountBankBranch' | 'accountName'
  >
}

/** Adds a request, its authorisation two days later, the loyalty and its points account (A4). */
export function addLoyalty(
  demo: DemoContext,
  rows: Rows,
  person: Person,
  joinRequest: JoinRequest,
  daysAgo: number,
): LedgerBuilder {
  const { programme, code, vehicle, clientRUT = '', account } = joinRequest
  const requestReference = addRequest(
    demo,
    rows,
    person,
    joinRequest,
    'STATE_PETROBRAS_AUTHORIZED',
    daysAgo + 2,
  )
  rows.loyalty.push({
    code,
    personId: person.id,
    programme,
    holder: `${person.firstName} ${person.firstSurname}`,
    clientRUT,
    clientCardNumber: `88${code}`,
    since: decidedByNetwork(demo, daysAgo + 2),
    requestReference,
    ...account,
  })
  rows.vehicle.push({ id: demo.nextId(), loyaltyCode: code, ...vehicle })
  return createLedgerBuilder(rows, {
    id: demo.nextId(),
    loyaltyCode: code,
    programmeAccount: programmeAccount(programme === CLUB ? 1 : 2),
  })
}

/** When the sponsor and the network decide on a request of `daysAgo` days ago. */
const decidedBySponsor = (demo: DemoContext, daysAgo: number) => demo.dates.at(daysAgo - 1, 11, 15)
const decidedByNetwork = (demo: DemoContext, daysAgo: number) => demo.dates.at(daysAgo - 2, 10, 5)

/**
 * Adds a membership request in a state, with the decisions that led to it and their audit entries.
 * @returns its reference
 */
export function addRequest(
  demo: DemoContext,
  rows: Rows,
  person: Person,
  { programme, vehicle, clientRUT = '', account = NO_BANK_ACCOUNT }: Omit<JoinRequest, 'code'>,
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
    draft: { vehicle, clientRUT, clientCardNumber: '', ...account },
    observations,
    sponsorObservations: '',
    networkObservations: '',
    leavingObservations: '',
    at: demo.dates.at(daysAgo, 9, 30),
  }
  const decided = (action: string, actorId: string, from: string, to: string, at: Date) =>
    demo.audit.add({ actorId, action, subject: reference, detail: { from, to }, at })
  const isNetworkDecision = state.startsWith('STATE_PETROBRAS_')
  let before = 'PENDING'
  if (programme === RIDE_HAILING && (isNetworkDecision || state.startsWith('STATE_UBER_'))) {
    const to = isNetworkDecision ? 'STATE_UBER_AUTHORIZED' : state
    request.sponsorId = SPONSOR_ID
    request.sponsorAt = decidedBySponsor(demo, daysAgo)
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
  rows.membershipRequest.push(request)
  return reference
}
