import type { FastifyBaseLogger } from 'fastify'
import type { OpenDb } from '#db/connection.ts'
import type { Config } from '#server/config.ts'
import type { Metrics } from '#server/metrics.ts'
import type { CardGateway } from '#server/gateway/gatewayClient.ts'
import type { Paced } from '#server/auth/constantTimeQueue.ts'
import type { Passwords } from '#server/auth/passwordHasher.ts'

/** Everything a handler may use; built once, passed as an argument. */
export interface Context {
  config: Config
  db: OpenDb['db']
  /** The clock; tests move it. */
  now: () => Date
  /** Bytes from the system's generator; tests may foresee them. */
  random: (bytes: number) => Buffer
  /** The next retrieval reference number: 12 digits, unique in the whole network. */
  rrn: () => Promise<string>
  passwords: Passwords
  paced: Paced
  gateway: CardGateway
  log: FastifyBaseLogger
  metrics: Metrics
}
