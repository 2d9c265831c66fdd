import { toDate } from '#contract/dates.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { claimPurchase } from '#contract/loyalty/claimPurchase.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { returnVoucher } from '#contract/loyalty/returnVoucher.ts'
import { rewards } from '#contract/loyalty/rewards.ts'
import { spendingCode } from '#contract/loyalty/spendingCode.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { type Caller, callAs, type Lab } from '#lab/caller.ts'
import { examples } from '#server/docs/exampleRequests.ts'

/** Documents that are claimed: few, so that drivers claim the same. */
const DOCUMENTS = 6
const CLAIMED = { rut: '211234560019', type: 101, series: 'LB', amount: 230_640 } as const

type Step = (lab: Lab, by: Caller, loyaltyCode: string) => Promise<unknown>

async function takeOne(lab: Lab, by: Caller, loyaltyCode: string) {
  const offered = (await callAs(lab, by, rewards, { loyaltyCode }, 'rewards'))?.rewards ?? []
  const reward = offered.length > 0 ? by.random.oneOf(offered).code : ''
  if (reward) await callAs(lab, by, takeReward, { loyaltyCode, reward }, 'take')
}

async function returnOne(lab: Lab, by: Caller) {
  const own = (await callAs(lab, by, vouchers, {}, 'vouchers'))?.vouchers ?? []
  const voucherId = own.length > 0 ? by.random.oneOf(own).id : ''
  if (voucherId) await callAs(lab, by, returnVoucher, { voucherId }, 'return')
}

async function claim(lab: Lab, by: Caller, loyaltyCode: string) {
  const date = toDate(lab.clock.date())
  const receipt = { ...CLAIMED, number: by.random.integer(1, DOCUMENTS), date }
  await callAs(lab, by, claimPurchase, { loyaltyCode, receipt }, 'claim')
}

const show: Step = (lab, by, loyaltyCode) =>
  callAs(lab, by, spendingCode, { loyaltyCode, limit: 100 }, 'code')
const leave: Step = (lab, by, loyaltyCode) =>
  callAs(lab, by, removeMembership, { loyaltyCode }, 'leave')
const join: Step = (lab, by) => {
  const { request } = examples.membershipRequest
  const programme = by.random.oneOf(['uber', 'club'])
  return callAs(lab, by, membershipRequest, { request: { ...request, programme } }, 'join')
}
const add: Step = (lab, by, loyaltyCode) => {
  const plate = `LAB${by.random.integer(1000, 1003)}`
  const vehicle = { mark: 'fiat', plate, fuel: 'super' } as const
  return callAs(lab, by, addVehicle, { loyaltyCode, vehicle }, 'vehicle')
}

/** What a driver does with a loyalty; more often what spends points. */
const STEPS = [
  takeOne,
  takeOne,
  takeOne,
  returnOne,
  returnOne,
  claim,
  claim,
  show,
  leave,
  join,
  add,
]

/** Does one thing with one of the loyalties of a driver. */
export async function drive(lab: Lab, by: Caller): Promise<void> {
  const owned = (await callAs(lab, by, loyalties, {}, 'loyalties'))?.loyalties ?? []
  const loyaltyCode = owned.length > 0 ? by.random.oneOf(owned).loyaltyCode : ''
  await by.random.oneOf(loyaltyCode === '' ? [join] : STEPS)(lab, by, loyaltyCode)
}
