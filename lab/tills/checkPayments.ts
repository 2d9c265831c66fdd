import { gatewayStateOf } from '#lab/evidence/checker.ts'
import type { GatewayRecord } from '#lab/evidence/readState.ts'
import type { SentPayment } from '#lab/tills/reports.ts'

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
/** Compares the payments of both sides with what tills and drivers were told. */
export function checkPayments(
  sent: readonly SentPayment[],
  terminals: readonly { id: string }[],
  state: { requests: readonly StoredPayment[]; gateway: readonly GatewayRecord[] },
) {
  const rows = { T12: [] as object[], T13: [] as object[], T14: [] as object[] }
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
