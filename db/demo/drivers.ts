import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import { addAttempt, addDebt, type DebtDraft } from '#db/demo/demoDebts.ts'
import { cedula, mobile, plate } from '#db/demo/fakeIds.ts'
import { type LedgerEvent, postEvents } from '#db/demo/ledgerEvents.ts'
import {
  addLoyalty,
  addPerson,
  addRequest,
  type Customer,
  type Person,
  type Request,
} from '#db/demo/members.ts'
import { addContactMessages } from '#db/demo/messages.ts'
import { addWelcomeNotification } from '#db/demo/notifications.ts'
import { CLUB, RIDE_HAILING } from '#db/demo/programmes.ts'
import { addSaleOfToday, addSales } from '#db/demo/sales.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import { NAMES, sells, TOWNS } from '#db/demo/stations.ts'

/** Document numbers outside the issued range; the drivers take them in sequence. */
const FIRST_CEDULA = 9_100_000
const FIRST_LOYALTY = 60_100_000
/** States of the drivers' requests for the second programme, in rotation. */
const REQUESTS: readonly { state: Request['state']; observations: string }[] = [
  { state: 'PENDING', observations: '' },
  { state: 'STATE_UBER_AUTHORIZED', observations: '' },
  { state: 'STATE_UBER_REJECTED', observations: 'La matrícula no coincide con la de tu cuenta.' },
  { state: 'STATE_PETROBRAS_REJECTED', observations: 'Falta la libreta del vehículo.' },
  { state: 'VOIDED', observations: 'Retirada por el conductor.' },
]

/**
 * How many days ago a background driver joined. Their share of the sales is proportional to it.
 */
export const loyaltyDays = (seed: number, index: number) =>
  createRandom(seed, 'joined', index).integer(60, 700)

/**
 * Adds one background driver with all their data; `index` counts from 1.
 * @param now adds a purchase of this day before it, of some; left out: none
 */
export function addDriver(demo: DemoContext, index: number, sales: number, now?: Date): void {
  const luck = createRandom(demo.seed, 'driver', index)
  const days = loyaltyDays(demo.seed, index)
  const place = luck.oneOf(TOWNS)
  const haunts = demo.stations.filter(({ department }) => department === place.department)
  const person = addPerson(demo, '2', self(index, place.name, luck), days + 4)
  const fuel = luck.oneOf(['super', 'super', 'super', 'premium', 'gasoil', 'gasoilEspecial'])
  const selling = haunts.filter((station) => sells(station, fuel))
  const washPlan = luck.bool(0.05)
  const customer: Customer = {
    programme: index % 4 === 0 ? RIDE_HAILING : CLUB,
    code: String(FIRST_LOYALTY + index),
    vehicle: {
      mark: luck.oneOf(VEHICLE_MAKES).code,
      plate: plate(place.department, 1000 + index * 7),
      fuel,
    },
    usualStations: selling.length > 0 ? selling : haunts.slice(0, 1),
    days,
    washPlan,
  }
  const account = addLoyalty(demo, person, customer)
  const bought = [
    ...addSales(demo, customer, sales, luck),
    ...(now && index % 2 === 0 ? addSaleOfToday(demo, customer, now) : []),
  ]
  if (luck.bool(0.1)) monthBilled(demo, person, customer, luck, 'PENDING')
  const payments = luck.bool(0.3) ? monthBilled(demo, person, customer, luck, 'PAID') : []
  postEvents(demo, account, bought, payments, luck)
  addWelcomeNotification(demo, person, days + 4)
  const request = REQUESTS[index % REQUESTS.length]
  if (request && customer.programme === CLUB && index <= 20) {
    const joining = { ...customer, programme: RIDE_HAILING }
    addRequest(demo, person, joining, request.state, 1 + (index % 20), request.observations)
  }
  addContactMessages(demo, person, index, bought)
}

function self(index: number, city: string, luck: SeededRandom) {
  const sex = luck.oneOf(['F', 'M'] as const)
  const year = luck.integer(1955, 2004)
  return {
    email: `driver${String(index).padStart(5, '0')}@demo.surtidor.uy`,
    firstName: luck.oneOf(sex === 'F' ? NAMES.women : NAMES.men),
    firstSurname: luck.oneOf(NAMES.surnames),
    documentNumber: cedula(FIRST_CEDULA + index),
    birthdate: `${year}-${String(luck.integer(1, 12)).padStart(2, '0')}-${String(luck.integer(1, 28)).padStart(2, '0')}`,
    sex,
    mobile: mobile(100_000 + index),
    address: `${luck.oneOf(NAMES.streets)} ${luck.integer(100, 3999)}, ${city}, Uruguay`,
  }
}

/**
 * Adds a driver's monthly bill: a recent one that is open, or one of the last half year with its payment.
 * @returns the events of the ledger
 */
function monthBilled(
  demo: DemoContext,
  person: Person,
  customer: Customer,
  luck: SeededRandom,
  state: 'PENDING' | 'PAID',
): LedgerEvent[] {
  const daysAgo = state === 'PENDING' ? luck.integer(1, 12) : luck.integer(20, customer.days)
  const bill: DebtDraft = {
    concept: 'Cuenta del mes',
    merchantName: customer.usualStations[0]?.name ?? 'Surtidor',
    amount: luck.integer(120, 680) * 1000,
    taxed: true,
    indi: 6,
    points: luck.integer(20, 90),
    daysAgo,
    dueIn: 15 - daysAgo,
  }
  const debt = addDebt(demo, person, customer.code, bill, state)
  if (state === 'PENDING') return []
  const card = luck.bool(0.5) ? 'debit' : 'credit'
  const paidDaysAgo = daysAgo - luck.integer(1, 12)
  return addAttempt(demo, debt, { state, daysAgo: paidDaysAgo, hour: luck.integer(8, 22), card })
}
