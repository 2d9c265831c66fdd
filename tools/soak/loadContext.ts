import type { SeededRandom } from '#db/demo/seededRandom.ts'
import type { PlannedDebt } from '#testing/harness/population.ts'
import type { AppSession, Network } from '#tools/soak/appSession.ts'
import type { Operators } from '#tools/soak/operatorJourneys.ts'

/** A signed-in driver. */
export interface Driver {
  personId: string
  email: string
  loyaltyCode: string | null
  session: AppSession
}

/** What the journeys of a run share. */
export interface LoadContext {
  network: Network
  sandbox: string
  drivers: Driver[]
  operators: Operators
  /** Debts that no journey has paid yet. */
  debts: PlannedDebt[]
  /** Number of contact messages sent. */
  messages: number
  /** Messages that were accepted; each gets one mail with its title. */
  acknowledged: { recipient: string; title: string }[]
}

/** One arrival of the load. */
export interface Arrival {
  index: number
  dueAt: number
  /** Draws of this arrival alone, so that the same seed gives the same load. */
  random: SeededRandom
}
