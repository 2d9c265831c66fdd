import type { FastifyBaseLogger } from 'fastify'
import type { OpenDb } from '#db/open.ts'
import type { Config } from '#server/config.ts'
import type { Metrics } from '#server/metrics.ts'
import type { CardGateway } from '#server/outside/cardGateway.ts'
import type { Paced } from '#server/paced.ts'
import type { Passwords } from '#server/passwords.ts'

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
