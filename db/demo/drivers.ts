import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'
import {
  type DebtDraft,
  CREDIT_CARD,
  DEBIT_CARD,
  addDebt,
  paymentEvents,
  addAttempt,
} from '#db/demo/demoDebts.ts'
import { type SeededRandom, createRandom } from '#db/demo/seededRandom.ts'
import { cedula, mobile, plate } from '#db/demo/fakeIds.ts'
import { addContactMessages } from '#db/demo/messages.ts'
import { MEN, STREETS, SURNAMES, WOMEN } from '#db/demo/names.ts'
import { addPaymentNotification, addWelcomeNotification } from '#db/demo/notifications.ts'
import { TOWNS } from '#db/demo/places.ts'
import { CLUB, RIDE_HAILING } from '#db/demo/programmes.ts'
import {
  addRequest,
  type Joining,
  addLoyalty,
  type Person,
  type Request,
  addPerson,
} from '#db/demo/members.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import { type Customer, salesOf } from '#db/demo/sales.ts'
import { type LedgerEvent, saleEvent, postEvents } from '#db/demo/ledgerEvents.ts'
import { sells } from '#db/demo/stations.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'

/** Numbers that nobody has been given; the drivers count on from them. */
const FIRST_CEDULA = 9_100_000
const FIRST_MEMBERSHIP = 60_100_000
/** How requests for the second programme stand, one after another. */
const REQUESTS: readonly { state: Request['state']; observations: string }[] = [
  { state: 'PENDING', observations: '' },
  { state: 'STATE_UBER_AUTHORIZED', observations: '' },
  { state: 'STATE_UBER_REJECTED', observations: 'La matrícula no coincide con la de tu cuenta.' },
  { state: 'STATE_PETROBRAS_REJECTED', observations: 'Falta la libreta del vehículo.' },
  { state: 'VOIDED', observations: 'Retirada por el conductor.' },
]

/** How far back a background driver joined, in days: what their share of the sales follows. */
export const membershipDays = (seed: number, index: number) =>
  createRandom(seed, 'joined', index).whole(60, 700)

/** One background driver with everything theirs; `index` counts from 1. */
export function addDriver(testDemo: DemoContext, rows: Rows, index: number, sales: number): void {
  const luck = createRandom(testDemo.seed, 'driver', index)
  const days = membershipDays(testDemo.seed, index)
  const place = luck.oneOf(TOWNS)
  const haunts = testDemo.stations.filter(({ department }) => department === place.department)
  const person = addPerson(testDemo, rows, '2', self(index, place.name, luck), days + 4)
  const fuel = luck.oneOf(['super', 'super', 'super', 'premium', 'gasoil', 'gasoilEspecial'])
  const customer: Customer = {
    loyaltyCode: String(FIRST_MEMBERSHIP + index),
    programme: index % 4 === 0 ? RIDE_HAILING : CLUB,
    plate: plate(place.department, 1000 + index * 7),
    fuel,
    haunts: haunts.filter((station) => sells(station, fuel)),
    days,
    washPlan: luck.happens(0.05),
  }
  if (customer.haunts.length === 0) customer.haunts = haunts.slice(0, 1)
  const joining: Joining = {
    programme: customer.programme,
    code: customer.loyaltyCode,
    vehicle: { mark: luck.oneOf(VEHICLE_MAKES).code, plate: customer.plate, fuel },
  }
  const book = addLoyalty(testDemo, rows, person, joining, days)
  const bought = salesOf(testDemo, customer, sales, luck)
  rows.movement.push(...bought)
  const happenings = bought.map((sale) => saleEvent(testDemo, sale))
  if (luck.happens(0.1)) monthBilled(testDemo, rows, person, customer, luck, 'PENDING')
  if (luck.happens(0.3)) happenings.push(...monthPaid(testDemo, rows, person, customer, luck))
  postEvents(testDemo, book, happenings, luck)
  book.close()
  addWelcomeNotification(testDemo, rows, person, days + 4)
  if (customer.programme === CLUB && index <= 20)
    secondProgramme(testDemo, rows, person, joining, index)
  addContactMessages(testDemo, rows, { person, index, bought })
}

function self(index: number, city: string, luck: SeededRandom) {
  const sex = luck.oneOf(['F', 'M'] as const)
  const year = luck.whole(1955, 2004)
  return {
    email: `driver${String(index).padStart(5, '0')}@demo.surtidor.uy`,
    firstName: luck.oneOf(sex === 'F' ? WOMEN : MEN),
    firstSurname: luck.oneOf(SURNAMES),
    documentNumber: cedula(FIRST_CEDULA + index),
    birthdate: `${year}-${String(luck.whole(1, 12)).padStart(2, '0')}-${String(luck.whole(1, 28)).padStart(2, '0')}`,
    sex,
    mobile: mobile(100_000 + index),
    address: `${luck.oneOf(STREETS)} ${luck.whole(100, 3999)}, ${city}, Uruguay`,
  }
}

/** A monthly account that came by bill: open ones in these days, settled ones in the last half year. */
function monthBilled(
  testDemo: DemoContext,
  rows: Rows,
  person: Person,
  customer: Customer,
  luck: SeededRandom,
  state: 'PENDING' | 'PAID',
) {
  const daysAgo = state === 'PENDING' ? luck.whole(1, 12) : luck.whole(20, customer.days)
  const bill: DebtDraft = {
    concept: 'Cuenta del mes',
    merchantName: customer.haunts[0]?.name ?? 'Surtidor',
    amount: luck.whole(120, 680) * 1000,
    taxed: true,
    indi: 6,
    points: luck.whole(20, 90),
    daysAgo,
    dueIn: 15 - daysAgo,
  }
  return { debt: addDebt(testDemo, rows, person, customer.loyaltyCode, bill, state), daysAgo }
}

function monthPaid(
  testDemo: DemoContext,
  rows: Rows,
  person: Person,
  customer: Customer,
  luck: SeededRandom,
): LedgerEvent[] {
  const { debt, daysAgo } = monthBilled(testDemo, rows, person, customer, luck, 'PAID')
  const debit = luck.happens(0.5)
  const attempt = addAttempt(testDemo, rows, debt, {
    state: 'PAID',
    daysAgo: daysAgo - luck.whole(1, 12),
    hour: luck.whole(8, 22),
    debit,
    maskedCard: debit ? DEBIT_CARD : CREDIT_CARD,
  })
  addPaymentNotification(testDemo, rows, person, debt, attempt)
  return paymentEvents(testDemo, debt, attempt)
}

function secondProgramme(
  testDemo: DemoContext,
  rows: Rows,
  person: Person,
  joining: Joining,
  index: number,
): void {
  const request = REQUESTS[index % REQUESTS.length]
  if (!request) return
  addRequest(
    testDemo,
    rows,
    person,
    { ...joining, programme: RIDE_HAILING },
    request.state,
    1 + (index % 20),
    request.observations,
  )
}
