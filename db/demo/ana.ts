import { addCarLog } from '#db/demo/carLog.ts'
import { addWaitingClaim } from '#db/demo/claims.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import { addAttempt, addDebt, type Debt, type DebtDraft, type Outcome } from '#db/demo/demoDebts.ts'
import { readDemoJson } from '#db/demo/demoFile.ts'
import { rut } from '#db/demo/fakeIds.ts'
import { type LedgerEvent, postEvents, takeReward } from '#db/demo/ledgerEvents.ts'
import {
  addLoyalty,
  addRequest,
  type Customer,
  type JoinRequest,
  type Person,
} from '#db/demo/members.ts'
import { addAnaMessages } from '#db/demo/messages.ts'
import { addAnaNotifications, addWelcomeNotification } from '#db/demo/notifications.ts'
import { CLUB, RIDE_HAILING } from '#db/demo/programmes.ts'
import { addSales } from '#db/demo/sales.ts'
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
  accountLimit: 3_000_000,
  bankAccount: {
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
export function addAna(demo: DemoContext, ana: Person): void {
  const payments = billed(demo, ana, (state) => state !== 'PENDING')
  const club = member(demo, ana, CLUB_JOINING, 640, CLUB_SALES, payments)
  member(demo, ana, RIDE_JOINING, 410, RIDE_SALES, [])
  demo.rows.vehicle.push({
    id: demo.nextId(),
    loyaltyCode: CLUB_JOINING.code,
    mark: 'fiat',
    plate: 'SBE4321',
    fuel: 'gasoil',
  })
  // A withdrawn request for a second vehicle in the sponsor's programme.
  addRequest(demo, ana, RIDE_JOINING, 'VOIDED', 430, 'Retirada por el conductor.')
  billed(demo, ana, (state) => state === 'PENDING')
  addWelcomeNotification(demo, ana, 645)
  addAnaNotifications(demo, ana, club)
  addWaitingClaim(demo, ana, CLUB_JOINING.code)
  addAnaMessages(demo, ana, club.sales)
  addCarLog(demo, ana, CLUB_JOINING.vehicle, club.sales)
}

function member(
  demo: DemoContext,
  ana: Person,
  joining: JoinRequest,
  days: number,
  count: number,
  payments: readonly LedgerEvent[],
) {
  const luck = createRandom(demo.seed, 'ana', joining.programme)
  const customer: Customer = {
    ...joining,
    usualStations: demo.stations.filter(({ department }) => department === 'MO').slice(0, 9),
    days,
    washPlan: joining.programme === CLUB,
  }
  const account = addLoyalty(demo, ana, customer)
  const sales = addSales(demo, customer, count, luck)
  const rewards = postEvents(demo, account, sales, payments, luck)
  // The voucher that one station alone takes; captured by none yet.
  const ofStation = demo.rewards.find(
    ({ programme, branches }) => programme === joining.programme && branches?.length,
  )
  if (ofStation) rewards.push(takeReward(demo, account, ofStation, demo.dates.at(0, 0, 5)))
  return { sales, rewards }
}

interface Bill extends DebtDraft {
  /** VOIDED: the station cancelled the debt together with the charge. */
  state: Debt['state']
  /** Oldest first. */
  tries: Outcome[]
}

/**
 * Ana's debts: the open ones show one case each of the payment screens, and the attempts one of every
 * final state. Amounts that end in 91 or 25 are avoided, because the sandbox reacts to them; the debt
 * of 51,51 is there to be declined.
 */
const BILLS = readDemoJson('anaBills.json') as Bill[]

/** Adds the debts in such a state, with their attempts. @returns the events of the ledger */
function billed(demo: DemoContext, ana: Person, chosen: (state: Debt['state']) => boolean) {
  return BILLS.filter(({ state }) => chosen(state)).flatMap(({ state, tries, ...bill }) => {
    const debt = addDebt(demo, ana, bill.points ? CLUB_JOINING.code : null, bill, state)
    return tries.flatMap((outcome) => addAttempt(demo, debt, outcome))
  })
}
