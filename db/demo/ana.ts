import { ABANDONED, ANA_DEBTS, DECLINED } from '#db/demo/anaDebts.ts'
import { notifyPromotions, notifyRewards, notifySales } from '#db/demo/anaNotifications.ts'
import { ANA_PAYMENTS } from '#db/demo/anaPayments.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import { addAttempt, addDebt, DEBIT_CARD, paymentEvents } from '#db/demo/demoDebts.ts'
import { rut } from '#db/demo/fakeIds.ts'
import { type LedgerEvent, postEvents, saleEvent } from '#db/demo/ledgerEvents.ts'
import { addLoyalty, addRequest, type JoinRequest, type Person } from '#db/demo/members.ts'
import { addAnaMessages } from '#db/demo/messages.ts'
import { addPaymentNotification, addWelcomeNotification } from '#db/demo/notifications.ts'
import { CLUB, RIDE_HAILING } from '#db/demo/programmes.ts'
import { type Customer, salesOf } from '#db/demo/sales.ts'
import { createRandom } from '#db/demo/seededRandom.ts'

/**
 * Number of Ana's purchases in each programme over the history: about two and about one a week.
 */
export const CLUB_SALES = 150
export const RIDE_SALES = 70

const CLUB_JOINING: JoinRequest = {
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
const RIDE_JOINING: JoinRequest = {
  programme: RIDE_HAILING,
  code: '60000002',
  vehicle: { mark: 'nissan', plate: 'SCD5678', fuel: 'gasoil' },
  clientRUT: rut(21, 990_001),
}

/** Adds Ana's loyalties, purchases, debts, payments and notifications. */
export function addAna(demo: DemoContext, rows: Rows, ana: Person): void {
  const payments = paymentsOf(demo, rows, ana)
  const club = member(demo, rows, ana, CLUB_JOINING, 640, CLUB_SALES, payments)
  member(demo, rows, ana, RIDE_JOINING, 410, RIDE_SALES, [])
  rows.vehicle.push({
    id: demo.nextId(),
    loyaltyCode: CLUB_JOINING.code,
    mark: 'fiat',
    plate: 'SBE4321',
    fuel: 'gasoil',
  })
  // A withdrawn request for a second vehicle in the sponsor's programme.
  addRequest(demo, rows, ana, RIDE_JOINING, 'VOIDED', 430, 'Retirada por el conductor.')
  openDebts(demo, rows, ana)
  addWelcomeNotification(demo, rows, ana, 645)
  notifySales(demo, rows, ana, club.sales)
  notifyRewards(demo, rows, ana, club.rewards)
  notifyPromotions(demo, rows, ana)
  addAnaMessages(demo, rows, ana, club.sales)
}

function member(
  demo: DemoContext,
  rows: Rows,
  ana: Person,
  joining: JoinRequest,
  days: number,
  count: number,
  happenings: readonly LedgerEvent[],
) {
  const luck = createRandom(demo.seed, 'ana', joining.programme)
  const customer: Customer = {
    loyaltyCode: joining.code,
    programme: joining.programme,
    plate: joining.vehicle.plate,
    fuel: joining.vehicle.fuel,
    usualStations: demo.stations.filter(({ department }) => department === 'MO').slice(0, 9),
    days,
    washPlan: joining.programme === CLUB,
  }
  const book = addLoyalty(demo, rows, ana, joining, days)
  const sales = salesOf(demo, customer, count, luck)
  rows.movement.push(...sales)
  const all = [...happenings, ...sales.map((sale) => saleEvent(demo, sale))]
  const rewards = postEvents(demo, book, all, luck)
  book.close()
  return { sales, rewards }
}

/** Adds Ana's closed debts and their payments. */
function paymentsOf(demo: DemoContext, rows: Rows, ana: Person): LedgerEvent[] {
  return ANA_PAYMENTS.flatMap(({ bill, state, tries }) => {
    const debt = addDebt(demo, rows, ana, CLUB_JOINING.code, bill, state)
    return tries.flatMap((outcome) => {
      const attempt = addAttempt(demo, rows, debt, outcome)
      addPaymentNotification(demo, rows, ana, debt, attempt)
      return paymentEvents(demo, debt, attempt)
    })
  })
}

/** Adds Ana's open debts; two of them have earlier attempts. */
function openDebts(demo: DemoContext, rows: Rows, ana: Person): void {
  for (const bill of ANA_DEBTS) {
    const debt = addDebt(demo, rows, ana, bill.points ? CLUB_JOINING.code : null, bill)
    if (bill.amount === DECLINED) {
      const attempt = addAttempt(demo, rows, debt, {
        state: 'REJECTED',
        daysAgo: 5,
        hour: 22,
        maskedCard: DEBIT_CARD,
        reason: 'La tarjeta no tiene fondos suficientes.',
      })
      addPaymentNotification(demo, rows, ana, debt, attempt)
    }
    if (bill.amount === ABANDONED)
      addAttempt(demo, rows, debt, { state: 'EXPIRED', daysAgo: 1, hour: 8 })
  }
}
