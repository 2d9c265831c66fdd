import { sql } from 'drizzle-orm'
import { HOUR_MS, toDate } from '#contract/dates.ts'
import type { Db } from '#db/core/db.ts'
import { vehicle } from '#db/tables/loyalties.ts'
import { branch } from '#db/tables/stations.ts'

/** Why a sale may be of a loyalty, the best reason first. */
const CANDIDATE_REASONS = [
  'code',
  'card',
  'plate',
  'near_card',
  'near_plate',
  'claim',
  'payment',
] as const

/** A loyalty that a sale may be of. */
export interface Candidate {
  code: string
  programme: string
  /** Milliseconds since 1970. */
  since: number
  endedAt: number | null
  by: (typeof CANDIDATE_REASONS)[number]
  /** Of a payment, milliseconds since 1970; else null. */
  at: number | null
}

/** Of each reason. */
const MOST = sql.raw('5')
/** How far from the sale its payment with the app may be. */
const PAYMENT_MS = HOUR_MS / 2
/** A shorter text resembles too many. */
const MIN_NEAR = 5
const [DIGITS, LETTERS] = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * The texts that differ from one in a single character, or by two neighbours the other way round: some
 * hundreds, which an index looks up one by one. Cards have digits only.
 */
export function nearTexts(text: string, alphabet: 'digits' | 'any'): string[] {
  if (text.length < MIN_NEAR) return []
  const characters = alphabet === 'digits' ? DIGITS : DIGITS + LETTERS
  const put = (place: number, by: string) =>
    text.slice(0, place) + by + text.slice(place + by.length)
  const near = Array.from(text).flatMap((at, place) => [
    ...Array.from(characters, (other) => put(place, other)),
    ...(place > 0 ? [put(place - 1, at + text.charAt(place - 1))] : []),
  ])
  return [...new Set(near)].filter((one) => one !== text)
}

interface UnmatchedSale extends Record<`member${'Code' | 'Card' | 'Plate'}`, string> {
  branchCode: string
  /** Cents. */
  amount: number | null
  at: Date
}

/**
 * The loyalties that an unmatched sale may be of, also such that no longer hold: those that its code, card or
 * plate names or nearly names; that claim a purchase of the same amount and day at the station's issuer; whose
 * person paid the same amount with the app at the station within half an hour.
 * @param seesClaims whether claims are answered too
 */
export async function candidatesOf(
  db: Db,
  { memberCode, memberCard, memberPlate, branchCode, amount, at }: UnmatchedSale,
  seesClaims: boolean,
): Promise<Candidate[]> {
  const millis = (column: string) => sql`(extract(epoch from ${sql.raw(column)}) * 1000)::float8`
  const nearCards = nearTexts(memberCard, 'digits')
  const nearPlates = nearTexts(memberPlate, 'any')
  const day = toDate(at)
  const [from, until] = [at.getTime() - PAYMENT_MS, at.getTime() + PAYMENT_MS].map(
    (time) => new Date(time),
  )
  const { rows } = await db.execute<Candidate & Record<string, unknown>>(sql`
    select y.code, p.name as programme, ${millis('y.since')} as since, ${millis('y.ended_at')} as "endedAt", n.by,
      ${millis('n.at')} as at
    from (
      select code, 'code' as by, null::timestamptz as at from loyalty where code = ${memberCode}
      union all
      select code, 'card', null from loyalty where client_card_number = ${memberCard} and client_card_number <> ''
      union all
      select loyalty_code, 'plate', null from ${vehicle} where plate = ${memberPlate} and plate <> ''
      union all
      (select code, 'near_card', null from loyalty
        where client_card_number = any(${sql.param(nearCards)}::text[]) and client_card_number <> '' and ended_at is null
        limit ${MOST})
      union all
      (select loyalty_code, 'near_plate', null from ${vehicle}
        where plate = any(${sql.param(nearPlates)}::text[]) and removed_at is null limit ${MOST})
      union all
      (select c.loyalty_code, 'claim', null from purchase_claim c
        join ${branch} b on b.code = ${branchCode} and (b.ruts = '[]' or jsonb_exists(b.ruts, c.rut))
        where c.state = 'waiting' and c.amount = ${amount} and c.date = ${day} and ${seesClaims} limit ${MOST})
      union all
      (select y.code, 'payment', a.created_at from payment_attempt a
        join loyalty y on y.person_id = a.person_id and y.ended_at is null
        where a.branch_code = ${branchCode} and a.amount = ${amount} and a.state = 'PAID'
          and a.created_at between ${from}::timestamptz and ${until}::timestamptz
        limit ${MOST})
    ) n join loyalty y on y.code = n.code join programme p on p.code = y.programme
    order by array_position(${sql.param([...CANDIDATE_REASONS])}::text[], n.by), y.since desc limit 20`)
  return rows
}
