import type { StoredPayment } from '#lab/tills/checkPayments.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'

/** A stored sale, void or return. */
export interface StoredEvent {
  terminalId: string
  kind: 'sale' | 'void' | 'return'
  /** Of a void those of the sale that it is linked to; null: to none. */
  ticket: string | null
  day: string | null
  state: string
  loyaltyCode: string | null
  /** With the points that the sale gave. */
  lines: { millilitres: number; amount: number; points: number }[]
}
interface StoredShift {
  /** The terminal's id; empty: the station's. */
  scope: string
  branchCode: string
  code: string
  state: string
}

/** A redemption that a till reserved, or a voucher that it captured. */
export interface StoredRedemption {
  terminalId: string
  reference: string
  loyaltyCode: string
  points: number
  state: string
}

/** What the database has of the tills. */
export type TillState = Awaited<ReturnType<typeof readTillState>>

const DAY = (at: string) => `to_char(${at} at time zone 'America/Montevideo', 'YYYY-MM-DD')`

/** Reads what the tills of a run left. */
export async function readTillState(databaseUrl: string) {
  const [events, shifts, conflicts, redemptions, requests] = await Promise.all([
    queryRows<StoredEvent>(
      databaseUrl,
      `select e.terminal_id as "terminalId", e.kind, e.state, e.loyalty_code as "loyaltyCode",
        array(select jsonb_build_object('millilitres', l.millilitres, 'amount', l.amount, 'points', l.points)
          from sale_line l where l.identity = e.identity order by l.number) as lines,
        case e.kind when 'void' then s.ticket else e.ticket end as ticket,
        case e.kind when 'void' then ${DAY('s.at')} else ${DAY('e.at')} end as day
      from sale_event e
      left join sale_event s on e.kind = 'void' and s.identity = e.sale_identity`,
    ),
    queryRows<StoredShift>(
      databaseUrl,
      `select scope, branch_code as "branchCode", code, state from shift where state <> 'open'`,
    ),
    queryRows<{ terminalId: string; ticket: string; day: string }>(
      databaseUrl,
      `select terminal_id as "terminalId", content ->> 'ticket' as ticket,
        ${DAY("(content ->> 'datetime')::timestamptz")} as day
      from sale_conflict where reason = 'content'`,
    ),
    queryRows<StoredRedemption>(
      databaseUrl,
      `select terminal_id as "terminalId", reference, loyalty_code as "loyaltyCode", points, state
      from redemption where terminal_id is not null`,
    ),
    queryRows<StoredPayment>(
      databaseUrl,
      `select q.terminal_id as "terminalId", q.reference, q.state, q.sale_identity is not null as "isSold",
        array(select a.access_token from payment_attempt a join debt d on d.reference = a.debt_reference
          where d.request_id = q.id and a.access_token is not null) as tokens
      from payment_request q`,
    ),
  ])
  return { events, shifts, conflicts, redemptions, requests }
}
