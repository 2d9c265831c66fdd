import { Secret, TOTP } from 'otpauth'
import pLimit from 'p-limit'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { createClient, type Network } from '#lab/processes/client.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { PASSWORD } from '#testing/harness/population.ts'

/** Of a run: an operator may give back twenty times an hour, and a repeat after a kill counts again. */
const MAX_REFUNDS = 12
/** Attempts to pay for each refund: most of them leave no charge in pesos. */
const ATTEMPTS_PER_REFUND = 4
/** The operator of the demo data. */
const EMAIL = 'elena@demo.surtidor.uy'
const PERCENT = 25

/**
 * The charge in pesos of one of these tokens, moved to before its void window: until then a part cannot be
 * given back. The steps of second factors are accepted again, so that refunds follow each other at once.
 */
const PREPARE = `with steps as (update second_factor set last_step = 0)
  update payment_attempt set created_at = created_at - interval '2 days'
  where id = (select id from payment_attempt
    where access_token = any($1) and state = 'PAID' and currency = '858' limit 1)
  returning id, access_token as token, amount::float8 as amount`

const codeNow = () => TOTP.generate({ secret: Secret.fromBase32(DEMO_SECOND_FACTOR) })

/**
 * Signs the operator in.
 * @returns gives back a part of what an attempt to pay has charged, if it has, and records what was answered
 */
export async function signInOperator(network: Network, databaseUrl: string, attempts: number) {
  const { history } = network
  const operator = createClient(network, EMAIL)
  const credentials = { user: EMAIL, password: PASSWORD, secondFactor: codeNow() }
  if (!(await operator.call(login, credentials))) throw new Error(`${EMAIL} no pudo ingresar`)
  const oneAtATime = pLimit(1)
  const every = Math.max(1, Math.floor(attempts / (MAX_REFUNDS * ATTEMPTS_PER_REFUND)))
  return (attempt: number) =>
    oneAtATime(async () => {
      if (attempt % every > 0 || history.refunds.length >= MAX_REFUNDS) return
      const issued = history.issuedTokens.filter((each) => each.attempt === attempt)
      const tokens = issued.map(({ token }) => token)
      type Charge = { id: string; token: string; amount: number }
      // Nothing is given back while PostgreSQL is away.
      const rows = await queryRows<Charge>(databaseUrl, PREPARE, [tokens]).catch(() => [])
      for (const { id: objectId, token, amount: charged } of rows) {
        const pesos = Math.ceil((charged * PERCENT) / 10_000)
        const fields = {
          amount: String(pesos),
          reason: 'complaint',
          text: 'Cargó menos litros.',
          code: codeNow(),
        }
        const request = { kind: 'payment', objectId, action: 'refund', fields } as const
        const asked = { token, amount: pesos * 100, isDone: false }
        history.refunds.push(asked)
        const answer = await operator.call(actOnObject, request, {
          identity: `refund-${attempt}`,
          attempt,
        })
        asked.isDone = answer?.fields.outcome.startsWith('La pasarela lo aceptó') ?? false
        history.counts.add(asked.isDone ? 'refund done' : 'refund without an outcome')
      }
    })
}
