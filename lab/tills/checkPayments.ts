import {
  gatewayStateOf,
  paidWithoutCharge,
  pendingAtGateway,
  withoutOutcome,
} from '#lab/evidence/checker.ts'
import { readAttempts, type SystemState } from '#lab/evidence/readState.ts'
import { untilZero } from '#lab/processes/untilZero.ts'
import type { SentPayment } from '#lab/tills/reports.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { sandboxPayments } from '#testing/harness/sandboxControl.ts'

/** A payment request in the database. */
export interface StoredPayment {
  terminalId: string
  reference: string
  state: string
  /** Whether it has a sale. */
  isSold: boolean
  /** The pages that drivers opened of it. */
  tokens: string[]
}
export type PaymentState = SystemState & { requests: StoredPayment[] }

/** P3: after this long without faults no payment is pending. */
const SETTLE_TIMEOUT_MS = 60_000

/** Reads the payments on both sides, once those of the gateway's process are settled. */
export async function readFinalPayments(
  databaseUrl: string,
  sandbox: string,
): Promise<PaymentState> {
  const read = async () => await readPayments(databaseUrl, await sandboxPayments(sandbox))
  await untilZero(async () => {
    const state = await read()
    return pendingAtGateway(state.gateway).length + withoutOutcome(state, []).length
  }, SETTLE_TIMEOUT_MS)
  return await read()
}

/** Reads the payments on both sides. */
export async function readPayments(
  databaseUrl: string,
  gateway: SystemState['gateway'],
): Promise<PaymentState> {
  const opened = new Set(gateway.map(({ token }) => token))
  const attempts = await readAttempts(databaseUrl)
  const requests = await queryRows<StoredPayment>(
    databaseUrl,
    `select q.terminal_id as "terminalId", q.reference, q.state, q.sale_identity is not null as "isSold",
       array(select a.access_token from payment_attempt a join debt d on d.reference = a.debt_reference
         where d.request_id = q.id and a.access_token is not null) as tokens
     from payment_request q`,
  )
  const server = attempts.filter((one) => opened.has(one.accessToken ?? ''))
  return { gateway, server, requests }
}

/** Compares the payments of both sides with what tills and drivers were told. */
export function checkPayments(
  sent: readonly SentPayment[],
  terminals: readonly { id: string }[],
  state: PaymentState,
) {
  const rows = {
    P3: withoutOutcome(state, []),
    P4: paidWithoutCharge(state),
    T12: [] as object[],
    T13: [] as object[],
    T14: [] as object[],
  }
  const stored = new Map(state.requests.map((one) => [`${one.terminalId} ${one.reference}`, one]))
  for (const { wrong, ...payment } of sent) {
    const { till, reference, told, driversTold } = payment
    const key = `${terminals[till]?.id} ${reference}`
    const found = stored.get(key)
    stored.delete(key)
    const charges = state.gateway.filter(
      (one) => found?.tokens.includes(one.token) && gatewayStateOf(one) === 'charged',
    ).length
    const compared = { ...payment, charges, stored: found }
    const isPaid = found?.state === 'paid'
    const wasPaid = isPaid || found?.state === 'voided'
    if (!found || charges !== Number(isPaid)) rows.T13.push(compared)
    else if (driversTold.includes('PAID') && !wasPaid) rows.T13.push(compared)
    if (found && told.at(-1) !== found.state) rows.T14.push(compared)
    if (found?.isSold !== payment.isSold) rows.T12.push(compared)
    for (const { code, ...one } of wrong)
      if (code === 'T13' || code === 'T14') rows[code].push({ ...payment, ...one })
  }
  rows.T13.push(...stored.values())
  return rows
}
