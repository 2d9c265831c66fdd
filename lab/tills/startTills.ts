import type { Db } from '#db/core/db.ts'
import { checkRun } from '#lab/evidence/checkRun.ts'
import type { GatewayRecord } from '#lab/evidence/readState.ts'
import { checkTills } from '#lab/tills/checkTills.ts'
import type { createDrivers } from '#lab/tills/drivers.ts'
import { createCodes } from '#lab/tills/driversCodes.ts'
import type { PlannedTill, Step } from '#lab/tills/model.ts'
import { PAYMENTS } from '#lab/tills/payments.ts'
import { planStationClose, TILLS_PER_STATION } from '#lab/tills/planTills.ts'
import { readTillState } from '#lab/tills/readTillState.ts'
import { REDEMPTIONS } from '#lab/tills/redemptions.ts'
import { createTill, type TillNetwork } from '#lab/tills/till.ts'
import { addTerminals } from '#lab/tills/tillDatabase.ts'

/** Enrols the tills of a run. @param drivers at the stations */
export async function startTills(
  db: Db,
  plans: readonly PlannedTill[],
  network: TillNetwork,
  drivers: ReturnType<typeof createDrivers>,
) {
  const { reports, now } = network
  const codes = await addTerminals(db, plans.length, () => new Date(now()))
  const tills = plans.map((plan) => createTill(plan, network))
  for (const [number, till] of tills.entries()) await till.enrol(codes[number] ?? '')
  const showCode = createCodes(now)
  return {
    /** Takes a step of the plan of a till; two tills are beside each other. */
    async take(number: number, step: Step): Promise<void> {
      const [till, other] = [tills[number], tills[number ^ 1]]
      if (!till || !other) throw new Error(`there is no till ${number} with one beside it`)
      if (step.kind === 'pay') {
        const { how, amount, patienceMs } = step
        await PAYMENTS[how]?.({ till, payers: drivers.nextPayers(), amount, patienceMs })
      } else if (step.kind === 'redeem') {
        const { how, loyaltyCode, points, patienceMs } = step
        const shown = showCode(loyaltyCode)
        if (!shown) {
          reports.counts.add('canjes sin código')
          return
        }
        const taken = { loyaltyCode, points, shown }
        const takeVoucher = () => drivers.takeVoucher()
        await REDEMPTIONS[how]?.({ till, other, taken, patienceMs, takeVoucher })
      } else await till.take(step)
    },

    /** Closes the last shift of each station. */
    async closeStations(): Promise<void> {
      for (let first = 0; first < tills.length; first += TILLS_PER_STATION)
        await tills[first]?.take(planStationClose(plans.slice(first, first + TILLS_PER_STATION)))
    },

    /** Compares what is stored with what tills and drivers sent and were told. */
    async check(databaseUrl: string, gateway: GatewayRecord[]) {
      const { results } = await checkRun(databaseUrl, gateway, reports)
      const state = { ...(await readTillState(databaseUrl)), gateway }
      return { state, results: [...results, ...checkTills({ sent: reports, state })] }
    },
  }
}
