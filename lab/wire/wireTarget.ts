import type { PaymentPrograms } from '#lab/payments/runAttempt.ts'
import type { RawRequest } from '#lab/wire/httpFraming.ts'
import type { Payer } from '#testing/harness/population.ts'
import type { WireAnswer } from '#testing/harness/testClient.ts'

/** The programs that the requests of a run reach. */
export interface WireTarget extends Pick<PaymentPrograms, 'submitPage' | 'now'> {
  /** The address of the server, which tills sign. */
  url: string
  send: (request: RawRequest) => Promise<WireAnswer>
  /** As the owner. */
  databaseUrl: string
  /** The keys of the gateway. */
  keysDir: string
  /** Drivers, who may lose their accounts. */
  payers: readonly Payer[]
  /** The names of the calls; undefined: all. */
  only?: readonly string[] | undefined
  /** Statuses that an answer may have while the programs lose connections. */
  faultStatuses: readonly number[]
}
