import type { Violation } from '#db/invariants/invariant.ts'
import { chargesOf } from '#lab/background.ts'
import type { Lab } from '#lab/caller.ts'
import { paidWithoutCharge, withoutOutcome } from '#lab/evidence/checker.ts'
import { readAttempts, type ServerRecord } from '#lab/evidence/readState.ts'
import { checkAllInvariants } from '#testing/harness/databaseChecks.ts'

/**
 * What a run in one process found about payments, answers and jobs, beside the invariants of the database.
 * @param isOfRun false: of the demo data, of which the gateway has no record
 */
export async function findingsOf(
  databaseUrl: string,
  lab: Lab,
  isOfRun: (attempt: ServerRecord) => boolean,
): Promise<Violation[]> {
  const sides = {
    gateway: chargesOf(lab),
    server: (await readAttempts(databaseUrl)).filter(isOfRun),
  }
  const { P7, X1, X7, X8, forged } = lab.history.violations
  const refunds = sides.gateway.flatMap(({ token, refundedAmount }) => {
    const here = sides.server.find(({ accessToken }) => accessToken === token)
    return (here?.refundedAmount ?? 0) === refundedAmount ? [] : [{ token, refundedAmount, here }]
  })
  return [
    { code: 'P7', description: 'un pedido tiene una respuesta', rows: P7 },
    { code: 'X1', description: 'cada llamado se contesta', rows: X1 },
    { code: 'X7', description: 'cada persona ve lo que ella cambió', rows: X7 },
    { code: 'X8', description: 'ningún trabajo falla por otro', rows: X8 },
    { code: 'forged', description: 'ningún pago vale por un retorno falso', rows: forged },
    {
      code: 'P3',
      description: 'cada desenlace de la pasarela se aplicó',
      rows: withoutOutcome(sides, lab.history.issuedTokens),
    },
    { code: 'P4', description: 'cada pago tiene su cobro', rows: paidWithoutCharge(sides) },
    { code: 'P13', description: 'la pasarela devolvió lo que dice cada pago', rows: refunds },
    ...(await checkAllInvariants(databaseUrl)),
  ]
}

/** The end state of debts, payments, points and the audit, as SQL for `reportOn`. */
export const MONEY_AND_AUDIT = `
  select json_build_array(a.debt_reference, a.state, a.amount, a.refunded_amount, d.state)::text as text
  from payment_attempt a join debt d on d.reference = a.debt_reference
  union all select json_build_array(coalesce(loyalty_code, shortfall_of, programme), balance)::text from ledger_account
  union all select json_build_array(action, detail)::text from audit`
