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
import { callAs } from '#lab/caller.ts'
import { ACCOUNT_CHANGES, call, type Driver, withOne } from '#lab/console/account.ts'
import { examples } from '#server/docs/exampleRequests.ts'

/** Documents that are claimed: few, so that drivers claim the same. */
const DOCUMENTS = 6
const CLAIMED = { rut: '211234560019', type: 101, series: 'LB', amount: 230_640 } as const

type Change = (driver: Driver) => Promise<unknown>

/** What a driver changes of a loyalty by each call. */
const LOYALTY_CHANGES: Readonly<Record<string, Change>> = {
  takeReward: async (driver) => {
    const { loyaltyCode } = driver
    const offered = (await call(driver, rewards, { loyaltyCode }))?.rewards
    await withOne(driver, offered, ({ code }) =>
      call(driver, takeReward, { loyaltyCode, reward: code }),
    )
  },
  returnVoucher: async (driver) =>
    withOne(driver, (await call(driver, vouchers, {}))?.vouchers, ({ id }) =>
      call(driver, returnVoucher, { voucherId: id }),
    ),
  claimPurchase: (driver) => {
    const { lab, by, loyaltyCode } = driver
    const date = toDate(lab.clock.date())
    const receipt = { ...CLAIMED, number: by.random.integer(1, DOCUMENTS), date }
    return call(driver, claimPurchase, { loyaltyCode, receipt })
  },
  spendingCode: (driver) =>
    call(driver, spendingCode, { loyaltyCode: driver.loyaltyCode, limit: 100 }),
  removeMembership: (driver) => call(driver, removeMembership, { loyaltyCode: driver.loyaltyCode }),
  membershipRequest: (driver) => {
    const { request } = examples.membershipRequest
    const programme = driver.by.random.oneOf(['uber', 'club'])
    return call(driver, membershipRequest, { request: { ...request, programme } })
  },
  addVehicle: (driver) => {
    const plate = `LAB${driver.by.random.integer(1000, 1003)}`
    const vehicle = { mark: 'fiat', plate, fuel: 'super' } as const
    return call(driver, addVehicle, { loyaltyCode: driver.loyaltyCode, vehicle })
  },
}

/** What a driver does, by the call. */
export const DRIVER_CHANGES = { ...LOYALTY_CHANGES, ...ACCOUNT_CHANGES }
/** What spends points, and what few may do, is drawn more often. */
const DRAWN = [
  ...Object.keys(DRIVER_CHANGES),
  ...Array<string>(6).fill('takeReward'),
  ...Array<string>(4).fill('returnVoucher'),
  ...Array<string>(4).fill('claimPurchase'),
  'removeMembership',
  'membershipRequest',
  'membershipRequest',
]

/**
 * Does one thing with one of the loyalties of a driver, or with the account.
 * @param drawn the calls of which one is drawn
 */
export async function drive(
  driver: Omit<Driver, 'loyaltyCode'>,
  drawn: readonly string[] = DRAWN,
): Promise<void> {
  const { lab, by } = driver
  const owned = (await callAs(lab, by, loyalties, {}, 'loyalties'))?.loyalties ?? []
  const loyaltyCode = owned.length > 0 ? by.random.oneOf(owned).loyaltyCode : ''
  const name = by.random.oneOf(drawn)
  const isOfNone = loyaltyCode === '' && name in LOYALTY_CHANGES
  await DRIVER_CHANGES[isOfNone ? 'membershipRequest' : name]?.({ ...driver, loyaltyCode })
}
