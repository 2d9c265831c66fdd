import type { createDrivers } from '#lab/tills/drivers.ts'
import { createCodes } from '#lab/tills/driversCodes.ts'
import type { Step } from '#lab/tills/model.ts'
import { PAYMENTS } from '#lab/tills/payments.ts'
import { REDEMPTIONS } from '#lab/tills/redemptions.ts'
import type { Till } from '#lab/tills/till.ts'

/**
 * Takes the steps of the plans, with the drivers at the stations.
 * @param tills by their numbers; two are beside each other
 */
export function createStepTaker(
  tills: readonly Till[],
  drivers: ReturnType<typeof createDrivers>,
  now: () => number,
) {
  const showCode = createCodes(now)
  return async (number: number, step: Step): Promise<void> => {
    const [till, other] = [tills[number], tills[number ^ 1]]
    if (!till || !other) throw new Error(`there is no till ${number} with one beside it`)
    if (step.kind === 'pay') {
      const { how, amount, patienceMs } = step
      await PAYMENTS[how]?.({ till, payers: drivers.nextPayers(), amount, patienceMs })
    } else if (step.kind === 'redeem') {
      const { how, loyaltyCode, points, patienceMs } = step
      const shown = showCode(loyaltyCode)
      if (!shown) {
        till.reports.counts.add('canjes sin código')
        return
      }
      const taken = { loyaltyCode, points, shown }
      await REDEMPTIONS[how]?.({
        till,
        other,
        taken,
        patienceMs,
        takeVoucher: () => drivers.takeVoucher(),
      })
    } else await till.take(step)
  }
}
