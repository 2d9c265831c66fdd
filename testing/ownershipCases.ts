import type { CallName } from '#contract/calls.ts'

/** Names of the fields that hold an id; every call with such a field has a row in the table below. */
export const IDS = [
  'loyaltyCode',
  'reference',
  'notificationId',
  'clientId',
  'vehicleId',
  'clientRUT',
  'clientCardNumber',
  'accessToken',
  'geopayResponse',
  'messageId',
  'sessionId',
  'passkeyId',
]
/** Ids that the caller states about themselves in a membership request; no row is looked up by them. */
export const CLAIMS = [
  'membershipRequest.request.clientRUT',
  'membershipRequest.request.clientCardNumber',
]

/** One case: a call with an id, the caller who owns it, and who may use it. */
export interface Row {
  contract: CallName
  field: string
  /** The request's fields; `base` is a code that belongs to the caller. */
  fields: (id: string, base: string) => object
  /** An id that ana owns. */
  hers: () => string
  /** An id that does not exist. */
  none: () => string
  /** Callers other than ana who may use the id. */
  sees?: readonly string[]
  /** The caller for whom the call succeeds in the last step; by default ana. */
  works?: string
  /** The `base` that ana sends with the id. */
  base?: string
}

const ALWAYS = { dateFrom: '20240101000000', dateTo: '20270101235959' }
const UNKNOWN_ID = '5d0ca5e0-0000-8000-8000-00000000ffff'
/** Ids that the test reads or creates before it uses the cases. */
export const found: Record<string, string> = {}
const of = (name: string) => () => found[name] ?? ''
const is = (id: string) => () => id

const statement = (contract: 'movements' | 'accountStatus'): Row[] => [
  {
    contract,
    field: 'loyaltyCode',
    fields: (loyaltyCode) => ({ loyaltyCode, ...ALWAYS }),
    hers: is('60000001'),
    none: is('69999999'),
  },
  {
    contract,
    field: 'clientRUT',
    fields: (clientRUT, loyaltyCode) => ({ loyaltyCode, ...ALWAYS, clientRUT }),
    hers: of('rut'),
    none: is('219999990016'),
    base: '60000002',
  },
]
export const rows: Row[] = [
  ...statement('movements'),
  ...statement('accountStatus'),
  {
    contract: 'readNotification',
    field: 'notificationId',
    fields: (notificationId) => ({ notificationId }),
    hers: of('notification'),
    none: is(UNKNOWN_ID),
  },
  {
    contract: 'markNotification',
    field: 'notificationId',
    fields: (notificationId) => ({ notificationId, option: 'unread' }),
    hers: of('notification'),
    none: is(UNKNOWN_ID),
  },
  {
    contract: 'answerMessage',
    field: 'messageId',
    fields: (messageId) => ({ messageId, answer: 'Ya lo miramos.' }),
    hers: of('message'),
    none: is(UNKNOWN_ID),
    sees: ['elena'],
    works: 'elena',
  },
  {
    contract: 'getPayments',
    field: 'accessToken',
    fields: (accessToken) => ({ accessToken, ...ALWAYS }),
    hers: of('paid'),
    none: is('demo-nobody'),
  },
  {
    contract: 'getGEOPayAccessToken',
    field: 'debtData.reference',
    fields: (reference) => ({
      geopayNetId: 'SURTIDOR',
      geopayMerchantId: '900001',
      debtData: { reference },
    }),
    hers: of('debt'),
    none: is('FAC-999999999'),
  },
  {
    contract: 'processGEOPayResponse',
    field: 'geopayResponse',
    fields: (geopayResponse) => ({ geopayResponse }),
    hers: of('return'),
    none: of('returnOfNobody'),
  },
  {
    contract: 'activeMembershipList',
    field: 'loyaltyCode',
    fields: (loyaltyCode) => ({ loyaltyCode }),
    hers: is('60000001'),
    none: is('69999999'),
  },
  {
    contract: 'activeMembershipList',
    field: 'clientRUT',
    fields: (clientRUT, loyaltyCode) => ({ loyaltyCode, clientRUT }),
    hers: of('rut'),
    none: is('219999990016'),
    sees: ['carla'],
    base: '60000002',
  },
  {
    contract: 'activeMembershipList',
    field: 'clientCardNumber',
    fields: (clientCardNumber, loyaltyCode) => ({ loyaltyCode, clientCardNumber }),
    hers: is('8860000001'),
    none: is('8869999999'),
    sees: ['diego', 'elena'],
    base: '60000001',
  },
  {
    contract: 'membershipRequestList',
    field: 'reference',
    fields: (reference) => ({ reference }),
    hers: of('clubRequest'),
    none: is('SOL-NADA'),
    sees: ['diego', 'elena'],
  },
  {
    contract: 'validateMembershipRequest',
    field: 'reference',
    fields: (reference) => ({ reference, authorized: true }),
    hers: of('waitingRide'),
    none: is('SOL-NADA'),
    sees: ['carla'],
    works: 'carla',
  },
  {
    contract: 'validateMembershipRequest',
    field: 'reference',
    fields: (reference) => ({ reference, authorized: true }),
    hers: of('waitingClub'),
    none: is('SOL-NADA'),
    sees: ['diego'],
    works: 'diego',
  },
  {
    contract: 'addVehicle',
    field: 'loyaltyCode',
    fields: (loyaltyCode) => ({
      loyaltyCode,
      vehicle: { mark: 'fiat', plate: 'SBC4321', fuel: 'super' },
    }),
    hers: is('60000001'),
    none: is('69999999'),
  },
  {
    contract: 'removeMembership',
    field: 'vehicleId',
    fields: (vehicleId, loyaltyCode) => ({ loyaltyCode, vehicleId }),
    hers: of('vehicle'),
    none: is(UNKNOWN_ID),
    base: '60000001',
  },
  {
    contract: 'removeMembership',
    field: 'clientId',
    fields: (clientId, loyaltyCode) => ({ loyaltyCode, clientId }),
    hers: of('client'),
    none: is(UNKNOWN_ID),
    base: '60000002',
  },
  {
    contract: 'removeMembership',
    field: 'loyaltyCode',
    fields: (loyaltyCode) => ({ loyaltyCode }),
    hers: is('60000001'),
    none: is('69999999'),
  },
  {
    contract: 'endSession',
    field: 'sessionId',
    fields: (sessionId) => ({ sessionId }),
    hers: of('session'),
    none: is(UNKNOWN_ID),
  },
  {
    contract: 'renamePasskey',
    field: 'passkeyId',
    fields: (passkeyId) => ({ passkeyId, name: 'Teléfono' }),
    hers: of('passkey'),
    none: is(UNKNOWN_ID),
  },
  {
    contract: 'removePasskey',
    field: 'passkeyId',
    fields: (passkeyId) => ({ passkeyId }),
    hers: of('passkey'),
    none: is(UNKNOWN_ID),
  },
]

/** The `base` of each other caller. */
export const BASES: Record<string, string> = {
  driver00001: '60100001',
  fede: 'NADA',
  carla: 'uber',
  diego: 'surtidor',
  elena: 'surtidor',
}
