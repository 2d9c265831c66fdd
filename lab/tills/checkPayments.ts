import { gatewayStateOf } from '#lab/evidence/checker.ts'
import type { GatewayRecord } from '#lab/evidence/readState.ts'
import type { StoredPayment } from '#lab/tills/readTillState.ts'
import type { SentPayment } from '#lab/tills/reports.ts'
import { withStored } from '#lab/tills/withStored.ts'

/** Compares the payments of both sides with what tills and drivers were told. */
export function checkPayments(
  payments: readonly SentPayment[],
  state: { requests: readonly StoredPayment[]; gateway: readonly GatewayRecord[] },
) {
  const rows = { T12: [] as object[], T13: [] as object[], T14: [] as object[] }
  for (const { sent, stored } of withStored(payments, state.requests)) {
    const charges = state.gateway.filter(
      (one) => stored?.tokens.includes(one.token) && gatewayStateOf(one) === 'charged',
    ).length
    const compared = { ...sent, charges, stored }
    const isPaid = stored?.state === 'paid'
    const isRefused = !isPaid && stored?.state !== 'voided'
    if (!sent || !stored || charges !== Number(isPaid)) rows.T13.push(compared)
    else if (isRefused && sent.driversTold.includes('PAID')) rows.T13.push(compared)
    if (sent && stored && sent.told.at(-1) !== stored.state) rows.T14.push(compared)
    if (sent && stored?.isSold !== sent.isSold) rows.T12.push(compared)
    for (const { code, ...one } of sent?.wrong ?? [])
      if (code === 'T13' || code === 'T14') rows[code].push({ ...sent, ...one })
  }
  return rows
}
