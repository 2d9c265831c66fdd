import { ABANDONED, ANA_DEBTS, DECLINED } from '#db/demo/anaDebts.ts'
import { tellNews, tellRewards, tellSales } from '#db/demo/anaNotifications.ts'
import { ANA_PAYMENTS } from '#db/demo/anaPayments.ts'
import { DEBIT_CARD, owe, paymentHappenings, tryToPay } from '#db/demo/demoDebts.ts'
import { chance } from '#db/demo/seededRandom.ts'
import { rut } from '#db/demo/fakeIds.ts'
import { tellPayment, welcome } from '#db/demo/notifications.ts'
import { CLUB, RIDE_HAILING } from '#db/demo/programmes.ts'
import { ask, type Joining, join, type Person } from '#db/demo/members.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import { type Customer, salesOf } from '#db/demo/sales.ts'
import { type Happening, saleHappening, tell } from '#db/demo/ledgerEvents.ts'
import type { Town } from '#db/demo/demoContext.ts'

/** Purchases of hers in each programme: about two a week, and one. */
export const CLUB_SALES = 150
export const RIDE_SALES = 70

const CLUB_JOINING: Joining = {
  programme: CLUB,
  code: '60000001',
  vehicle: { mark: 'chevrolet', plate: 'SAB1234', fuel: 'super' },
  account: {
    accountBank: 'Itaú',
    accountBankType: 'CA',
    accountBankNumber: '0012345678',
    accountBankBranch: '01',
    accountName: 'Ana Pereira',
  },
}
const RIDE_JOINING: Joining = {
  programme: RIDE_HAILING,
  code: '60000002',
  vehicle: { mark: 'nissan', plate: 'SCD5678', fuel: 'gasoil' },
  clientRUT: rut(21, 990_001),
}

/** Ana's memberships, purchases, debts, payments and notices. */
export function anaLife(town: Town, rows: Rows, ana: Person): void {
  const payments = paymentsOf(town, rows, ana)
  const club = member(town, rows, ana, CLUB_JOINING, 640, CLUB_SALES, payments)
  member(town, rows, ana, RIDE_JOINING, 410, RIDE_SALES, [])
  rows.vehicle.push({
    id: town.nextId(),
    loyaltyCode: CLUB_JOINING.code,
    mark: 'fiat',
    plate: 'SBE4321',
    fuel: 'gasoil',
  })
  // She asked for a second car in the sponsor's programme, and thought better of it.
  ask(town, rows, ana, RIDE_JOINING, 'VOIDED', 430, 'Retirada por el conductor.')
  openDebts(town, rows, ana)
  welcome(town, rows, ana, 645)
  tellSales(town, rows, ana, club.sales)
  tellRewards(town, rows, ana, club.rewards)
  tellNews(town, rows, ana)
}

function member(
  town: Town,
  rows: Rows,
  ana: Person,
  joining: Joining,
  days: number,
  count: number,
  happenings: readonly Happening[],
) {
  const luck = chance(town.seed, 'ana', joining.programme)
  const customer: Customer = {
    loyaltyCode: joining.code,
    programme: joining.programme,
    plate: joining.vehicle.plate,
    fuel: joining.vehicle.fuel,
    haunts: town.stations.filter(({ department }) => department === 'MO').slice(0, 9),
    days,
    washPlan: joining.programme === CLUB,
  }
  const book = join(town, rows, ana, joining, days)
  const sales = salesOf(town, customer, count, luck)
  rows.movement.push(...sales)
  const all = [...happenings, ...sales.map((sale) => saleHappening(town, sale))]
  const rewards = tell(town, book, all, luck)
  book.close()
  return { sales, rewards }
}

/** What she has dealt with. */
function paymentsOf(town: Town, rows: Rows, ana: Person): Happening[] {
  return ANA_PAYMENTS.flatMap(({ bill, state, tries }) => {
    const debt = owe(town, rows, ana, CLUB_JOINING.code, bill, state)
    return tries.flatMap((outcome) => {
      const attempt = tryToPay(town, rows, debt, outcome)
      tellPayment(town, rows, ana, debt, attempt)
      return paymentHappenings(town, debt, attempt)
    })
  })
}

/** What she has to pay; two of them she has tried already. */
function openDebts(town: Town, rows: Rows, ana: Person): void {
  for (const bill of ANA_DEBTS) {
    const debt = owe(town, rows, ana, bill.points ? CLUB_JOINING.code : null, bill)
    if (bill.amount === DECLINED) {
      const attempt = tryToPay(town, rows, debt, {
        state: 'REJECTED',
        daysAgo: 5,
        hour: 22,
        maskedCard: DEBIT_CARD,
        reason: 'La tarjeta no tiene fondos suficientes.',
      })
      tellPayment(town, rows, ana, debt, attempt)
    }
    if (bill.amount === ABANDONED)
      tryToPay(town, rows, debt, { state: 'EXPIRED', daysAgo: 1, hour: 8 })
  }
}
