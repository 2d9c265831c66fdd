import { queryRows } from '#testing/harness/databaseChecks.ts'

/** A stored sale, void or return. */
export interface StoredEvent {
  /** As of `PlannedItem`. */
  key: string
  kind: string
  state: string
  loyaltyCode: string | null
  /** With the points that the sale gave. */
  lines: { millilitres: number; amount: number; points: number }[]
}
/** A shift, and the till that closes it. */
interface StoredShift {
  terminalId: string
  scope: 'terminal' | 'station'
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

/** What the database has of the tills. */
export type TillState = Awaited<ReturnType<typeof readTillState>>

/** The key of a sale or a return by columns. */
const keyOf = (terminalId: string, at: string, ticket: string) =>
  `concat_ws('/', ${terminalId}, to_char(${at} at time zone 'America/Montevideo', 'YYYY-MM-DD'), ${ticket})`

/** Reads what the tills of a run left. */
export async function readTillState(databaseUrl: string) {
  const [events, shifts, conflicts, redemptions, requests] = await Promise.all([
    queryRows<StoredEvent>(
      databaseUrl,
      `select e.kind, e.state, e.loyalty_code as "loyaltyCode",
        array(select jsonb_build_object('millilitres', l.millilitres, 'amount', l.amount, 'points', l.points)
          from sale_line l where l.identity = e.identity order by l.number) as lines,
        case e.kind when 'void' then ${keyOf('s.terminal_id', 's.at', 's.ticket')} || '/void'
          else ${keyOf('e.terminal_id', 'e.at', 'e.ticket')} end as key
      from sale_event e
      left join sale_event s on e.kind = 'void' and s.identity = e.sale_identity`,
    ),
    queryRows<StoredShift>(
      databaseUrl,
      `select t.id as "terminalId", case s.scope when '' then 'station' else 'terminal' end as scope, s.code, s.state
      from shift s join terminal t on t.branch_code = s.branch_code and s.scope in ('', t.id::text)
      where s.state <> 'open'`,
    ),
    queryRows<{ key: string }>(
      databaseUrl,
      `select ${keyOf('terminal_id', `(content ->> 'datetime')::timestamptz`, `content ->> 'ticket'`)} as key
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
