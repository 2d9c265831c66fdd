import type { FastifyBaseLogger } from 'fastify'
import type { DbConnection } from '#db/core/connection.ts'
import type { JobQueue } from '#db/jobs/queue.ts'
import type { Replica } from '#db/replica.ts'
import type { ConstantTimeQueue } from '#server/auth/constantTimeQueue.ts'
import type { PasswordHasher } from '#server/auth/passwordHasher.ts'
import type { Config } from '#server/config.ts'
import type { CardGateway } from '#server/gateway/gatewayClient.ts'
import type { Admission } from '#server/http/admission.ts'
import type { Metrics } from '#server/metrics.ts'
import type { PaymentRequestLongPoll } from '#server/station/paymentRequestLongPoll.ts'

/** The dependencies of handlers and jobs; created once per server and passed as an argument. */
export interface Context {
  config: Config
  db: DbConnection['db']
  /** Undefined: the primary answers all calls. */
  replica: Replica | undefined
  /** The current time; tests set it. */
  now: () => Date
  /** Random bytes of the system's generator; tests may fix them. */
  random: (bytes: number) => Buffer
  /** The next retrieval reference number: 12 digits, unique in the whole network. */
  rrn: () => Promise<string>
  passwords: PasswordHasher
  constantTimeQueue: ConstantTimeQueue
  admission: Admission
  gateway: CardGateway
  jobs: JobQueue
  log: FastifyBaseLogger
  metrics: Metrics
  /** Holds the calls of tills that wait for a payment. */
  paymentRequestLongPoll: PaymentRequestLongPoll
  /** How long a shutdown waits, in milliseconds. */
  shutdown: {
    /** For idle connections: a client that sends meanwhile is answered, and told to close. */
    idleMs: number
    /** For the gateway's answers to calls under way: without one the call answers that there is none. */
    gatewayMs: number
  }
}
