import { createRandom } from '#db/demo/seededRandom.ts'
import {
  askForMembership,
  logIn,
  pay,
  readNewest,
  sendMessage,
  showList,
  showMain,
} from '#tools/soak/driverJourneys.ts'
import { runAtFixedRate } from '#tools/soak/fixedRate.ts'
import type { Arrival, LoadContext } from '#tools/soak/loadContext.ts'
import { answer, decide } from '#tools/soak/operatorJourneys.ts'

type Journey = (context: LoadContext, arrival: Arrival) => Promise<void>

/** Share of each journey among the arrivals, in per cent. */
const JOURNEYS: readonly [percent: number, journey: Journey][] = [
  [5, logIn],
  [35, showMain],
  [30, showList],
  [10, readNewest],
  [8, pay],
  [3, sendMessage],
  [3, askForMembership],
  [3, decide],
  [3, answer],
]
const WEIGHTED = JOURNEYS.flatMap(([percent, journey]) => Array<Journey>(percent).fill(journey))

/** More payments and messages than a run draws: each needs a debt, or a driver below the limit of an hour. */
export const expectedPayments = (arrivals: number) => Math.ceil(arrivals * 0.1) + 20
export const expectedMessages = (arrivals: number) => Math.ceil(arrivals * 0.035) + 20

/** More than a few seconds without an answer at the highest rate that the machine serves. */
const MAX_UNDER_WAY = 5_000

export interface LoadOptions {
  rate: number
  seconds: number
  seed: number
  onEnded: (ended: number) => void
}

/** Runs the journeys at the rate; resolves when the last one has ended. */
export async function runLoad(context: LoadContext, options: LoadOptions): Promise<void> {
  const { rate, seconds, seed, onEnded } = options
  let ended = 0
  await runAtFixedRate({
    rate,
    seconds,
    maxUnderWay: MAX_UNDER_WAY,
    arrive: async (index, dueAt) => {
      context.network.recorder.lateness.push(performance.now() - dueAt)
      const random = createRandom(seed, 'arrival', index)
      await random.oneOf(WEIGHTED)(context, { index, dueAt, random })
      ended += 1
      onEnded(ended)
    },
  })
}
