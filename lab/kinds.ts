import { CONSOLE_MUTATIONS } from '#lab/console/mutations.ts'
import { runConsole } from '#lab/console/runConsole.ts'
import type { LabRun } from '#lab/inProcess/labStack.ts'
import type { LabReport } from '#lab/labReport.ts'
import type { Mutation } from '#lab/mutation.ts'
import { PAYMENT_MUTATIONS } from '#lab/payments/mutations.ts'
import { runPayments } from '#lab/payments/runPayments.ts'
import { TILL_MUTATIONS } from '#lab/tills/mutations.ts'
import { attackTills } from '#lab/tills/tillsInProcess.ts'
import { WIRE_MUTATIONS } from '#lab/wire/mutations.ts'
import { attackWire } from '#lab/wire/wireInProcess.ts'

interface Kind {
  /** Attacks a migrated, empty database. */
  attack: (databaseUrl: string, run: LabRun) => Promise<LabReport>
  mutations: readonly Mutation[]
  /** Attempts of a run without one of the defences. */
  mutatedAttempts: number
}

/** What can be attacked. */
const KINDS = {
  payments: { attack: runPayments, mutations: PAYMENT_MUTATIONS, mutatedAttempts: 48 },
  tills: { attack: attackTills, mutations: TILL_MUTATIONS, mutatedAttempts: 60 },
  console: { attack: runConsole, mutations: CONSOLE_MUTATIONS, mutatedAttempts: 330 },
  wire: { attack: attackWire, mutations: WIRE_MUTATIONS, mutatedAttempts: 90 },
} satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS
/** What `npm run lab` accepts. */
export const KIND_NAMES = Object.keys(KINDS) as KindName[]
/** The kinds by their names. */
export const kindOf = (name: KindName): Kind => KINDS[name]
