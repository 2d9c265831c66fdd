import type { ServiceName } from '#contract/services.ts'

/** Names of the fields that hold an id: every call that has one is in the table below. */
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
]
/** Ids that are said of oneself when asking to join: nothing is looked up by them for the caller. */
export const CLAIMS = [
  'membershipRequest.request.clientRUT',
  'membershipRequest.request.clientCardNumber',
]

/** Where an id goes in a call, and whose it is. */
export interface Row {
  service: ServiceName
  field: string
  /** The call with the id, beside whatever the caller has of their own. */
  fields: (id: string, base: string) => object
  /** An id of ana's. */
  hers: () => string
  /** One like it that is nobody's. */
  none: () => string
  /** Whose business it is besides ana's. */
  sees?: readonly string[]
  /** Who shows at the end that the id works: ana, unless the call is another role's. */
  works?: string
  /** The code that ana puts beside the id. */
  base?: string
}

const ALWAYS = { dateFrom: '20240101000000', dateTo: '20270101235959' }
const NOBODYS = '5d0ca5e0-0000-8000-8000-00000000ffff'
/** The ids that a test found or made, by the names below. */
export const found: Record<string, string> = {}
const of = (name: string) => () => found[name] ?? ''
const is = (id: string) => () => id

const statement = (service: 'movements' | 'accountStatus'): Row[] => [
  {
    service,
    field: 'loyaltyCode',
    fields: (loyaltyCode) => ({ loyaltyCode, ...ALWAYS }),
    hers: is('60000001'),
    none: is('69999999'),
  },
  {
    service,
    field: 'clientRUT',
    fields: (clientRUT, loyaltyCode) => ({ loyaltyCode, ...ALWAYS, clientRUT }),
    hers: of('rut'),
    none: is('219999990017'),
    base: '60000002',
  },
]
export const rows: Row[] = [
  ...statement('movements'),
  ...statement('accountStatus'),
  {
    service: 'readNotification',
    field: 'notificationId',
    fields: (notificationId) => ({ notificationId }),
    hers: of('notification'),
    none: is(NOBODYS),
  },
  {
    service: 'markNotification',
    field: 'notificationId',
    fields: (notificationId) => ({ notificationId, option: 'unread' }),
    hers: of('notification'),
    none: is(NOBODYS),
  },
  {
    service: 'getPayments',
    field: 'accessToken',
    fields: (accessToken) => ({ accessToken, ...ALWAYS }),
    hers: of('paid'),
    none: is('demo-nobody'),
  },
  {
    service: 'getGEOPayAccessToken',
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
    service: 'processGEOPayResponse',
    field: 'geopayResponse',
    fields: (geopayResponse) => ({ geopayResponse }),
    hers: of('return'),
    none: of('returnOfNobody'),
  },
  {
    service: 'activeMembershipList',
    field: 'loyaltyCode',
    fields: (loyaltyCode) => ({ loyaltyCode }),
    hers: is('60000001'),
    none: is('69999999'),
  },
  {
    service: 'activeMembershipList',
    field: 'clientRUT',
    fields: (clientRUT, loyaltyCode) => ({ loyaltyCode, clientRUT }),
    hers: of('rut'),
    none: is('219999990017'),
    sees: ['carla'],
    base: '60000002',
  },
  {
    service: 'activeMembershipList',
    field: 'clientCardNumber',
    fields: (clientCardNumber, loyaltyCode) => ({ loyaltyCode, clientCardNumber }),
    hers: is('8860000001'),
    none: is('8869999999'),
    sees: ['diego', 'elena'],
    base: '60000001',
  },
  {
    service: 'membershipRequestList',
    field: 'reference',
    fields: (reference) => ({ reference }),
    hers: of('clubRequest'),
    none: is('SOL-NADA'),
    sees: ['diego', 'elena'],
  },
  {
    service: 'validateMembershipRequest',
    field: 'reference',
    fields: (reference) => ({ reference, authorized: true }),
    hers: of('waitingRide'),
    none: is('SOL-NADA'),
    sees: ['carla'],
    works: 'carla',
  },
  {
    service: 'validateMembershipRequest',
    field: 'reference',
    fields: (reference) => ({ reference, authorized: true }),
    hers: of('waitingClub'),
    none: is('SOL-NADA'),
    sees: ['diego'],
    works: 'diego',
  },
  {
    service: 'removeMembership',
    field: 'vehicleId',
    fields: (vehicleId, loyaltyCode) => ({ loyaltyCode, vehicleId }),
    hers: of('vehicle'),
    none: is(NOBODYS),
    base: '60000001',
  },
  {
    service: 'removeMembership',
    field: 'clientId',
    fields: (clientId, loyaltyCode) => ({ loyaltyCode, clientId }),
    hers: of('client'),
    none: is(NOBODYS),
    base: '60000002',
  },
  {
    service: 'removeMembership',
    field: 'loyaltyCode',
    fields: (loyaltyCode) => ({ loyaltyCode }),
    hers: is('60000001'),
    none: is('69999999'),
  },
]

/** The code that each of the others puts beside an id that is not theirs. */
export const BASES: Record<string, string> = {
  driver00001: '60100001',
  fede: 'NADA',
  carla: 'uber',
  diego: 'surtidor',
  elena: 'surtidor',
}
