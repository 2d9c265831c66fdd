import { rewards } from '#contract/loyalty/rewards.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import type { KillableStack } from '#testing/harness/killableStack.ts'
import { untilAnswered } from '#tools/faultInjection/client.ts'
import { History } from '#tools/faultInjection/history.ts'
import { signInAll } from '#tools/faultInjection/journeys.ts'
import { createPayer } from '#tools/tills/driversPayments.ts'
import type { Member } from '#tools/tills/model.ts'
import { spendingMembers } from '#tools/tills/planItems.ts'
import type { Reports } from '#tools/tills/reports.ts'

const MIN_DRIVERS = 8
/** Each may open 40 payments in an hour, and a till asks for two. */
const TILLS_PER_DRIVER = 8

/** Signs some of the members in, each in an app of its own. */
export async function createDrivers(
  { servers, sandbox, payers }: Pick<KillableStack, 'servers' | 'sandbox' | 'payers'>,
  { members, reports, tills }: { members: readonly Member[]; reports: Reports; tills: number },
) {
  const history = new History()
  const byCode = new Map(spendingMembers(members).map((one) => [one.loyaltyCode, one]))
  const some = payers
    .filter(({ loyaltyCode }) => byCode.has(loyaltyCode ?? ''))
    .slice(0, tills && Math.max(MIN_DRIVERS, Math.ceil(tills / TILLS_PER_DRIVER)))
  const drivers = await signInAll({ servers, policyOf: untilAnswered, history }, some)
  const apps = drivers.flatMap((driver) => {
    const member = byCode.get(driver.loyaltyCode ?? '')
    return member ? createPayer(driver, member, sandbox) : []
  })
  let turn = 0
  const nextApp = () => {
    const app = apps[(turn += 1) % apps.length]
    if (!app) throw new Error('la demo no tiene conductores')
    return app
  }
  return {
    /** Two drivers, another pair each time. */
    nextPayers: () => [nextApp(), nextApp()] as const,
    /** Takes the cheapest reward that every station gives, for one driver after the other. */
    async takeVoucher() {
      for (let tries = 0; tries < drivers.length; tries += 1) {
        const driver = drivers[(turn += 1) % drivers.length]
        const loyaltyCode = driver?.loyaltyCode ?? ''
        const { session } = driver ?? {}
        const listed = await session?.call(rewards, { loyaltyCode })
        const reward = listed?.fields.rewards.find(
          (one) => one.affordable && one.branches.length === 0,
        )
        const identity = `voucher-${turn}`
        const fields = { loyaltyCode, reward: reward?.code ?? '' }
        const taken = reward && (await session?.call(takeReward, fields, { identity }))
        if (taken) return { loyaltyCode, points: reward.points, voucher: taken.fields.voucher.code }
      }
      reports.counts.add('vales sin puntos')
      return undefined
    },
    /** What the apps found to be wrong. */
    violations: history.violations,
  }
}
