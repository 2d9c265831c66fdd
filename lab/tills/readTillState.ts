import type { PaymentState } from '#lab/tills/checkPayments.ts'
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
  /** With what the ledger has of each purchase. */
  lines: {
    number: number
    millilitres: number
    amount: number
    /** The points that the sale gave. */
    points: number
    accruals: number
    /** The points of its accruals and reversals. */
    net: number
  }[]
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

/** Reads what the tills of a run left, beside the payments. */
export async function readTillState(databaseUrl: string, payments: PaymentState) {
  const [events, shifts, conflicts, redemptions, spent, balances] = await Promise.all([
    queryRows<StoredEvent>(
      databaseUrl,
      `with posted as (
        select substring(t.event_id from '[^:]*$') as rrn, sum(e.points)::int as net,
          (count(*) filter (where t.event = 'sale'))::int as accruals
        from ledger_transaction t
        join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id and a.programme is null
        where t.event in ('sale', 'reversal', 'shortfall') group by 1
      ), line as (
        select l.identity, jsonb_agg(jsonb_build_object('number', l.number, 'millilitres', l.millilitres,
          'amount', l.amount, 'points', l.points, 'accruals', coalesce(p.accruals, 0),
          'net', coalesce(p.net, 0)) order by l.number) as lines
        from sale_line l left join posted p using (rrn) group by 1
      )
      select e.terminal_id as "terminalId", e.kind, e.state, e.loyalty_code as "loyaltyCode",
        coalesce(l.lines, '[]') as lines,
        case e.kind when 'void' then s.ticket else e.ticket end as ticket,
        case e.kind when 'void' then ${DAY('s.at')} else ${DAY('e.at')} end as day
      from sale_event e
      left join line l using (identity)
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
    queryRows<{ event: string }>(
      databaseUrl,
      `select event from ledger_transaction where event in ('redemption', 'giveBack', 'shortfall', 'setOff')`,
    ),
    readBalances(databaseUrl),
  ])
  return { events, shifts, conflicts, redemptions, payments, spent, balances }
}

/**
 * The points that each loyalty in force has by what the tills sent: those of its balance and shortfall,
 * and those that it spent elsewhere.
 */
export async function readBalances(databaseUrl: string): Promise<Map<string, number>> {
  const rows = await queryRows<{ code: string; points: number }>(
    databaseUrl,
    `select l.code, (sum(a.balance) - coalesce((
        select sum(e.points) from ledger_entry e
        join ledger_transaction t on t.id = e.transaction_id and t.event in ('redemption', 'giveBack')
        join redemption r on r.id::text = t.event_id and r.terminal_id is null
        join ledger_account m on m.id = e.account_id and m.loyalty_code = l.code), 0))::int as points
     from ledger_account a join loyalty l on l.code in (a.loyalty_code, a.shortfall_of)
     where l.ended_at is null group by l.code`,
  )
  return new Map(rows.map(({ code, points }) => [code, points]))
}
