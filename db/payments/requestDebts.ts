import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { toStamp } from '#contract/dates.ts'
import type { Debt } from '#contract/entities/debt.ts'
import type { StationPayment } from '#contract/entities/paymentRequest.ts'
import { expectedRefund } from '#contract/entities/taxLaws.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { pointsOf, readRules, ruleAt } from '#db/loyalty/accrual.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import { debtOf } from '#db/payments/debts.ts'
import {
  lockRequest,
  type NamedRequest,
  type PaymentRequestRow,
} from '#db/payments/paymentRequests.ts'
import { carEntry } from '#db/tables/car.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { movement } from '#db/tables/movements.ts'
import { debt, paymentAttempt, paymentRequest } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'
import { saleEvent, saleLine } from '#db/tables/sales.ts'

/**
 * The debt of a request for a person who opened it. It is stored while the request waits, so that the
 * payment is one like any other; of a request that has ended it is what that debt would be.
 */
export async function debtOfRequest(
  db: Db,
  { request, branchName }: NamedRequest,
  personId: string,
  now: Date,
): Promise<Debt> {
  const row = debtRow(request, branchName, personId)
  const { reference } = row
  let stored = await debtOf(db, personId, reference)
  if (!stored && request.state === 'waiting') {
    await inTransaction(db, async (tx) => {
      const { state } = await lockRequest(tx, request.id, now)
      if (state === 'waiting') await tx.insert(debt).values(row).onConflictDoNothing()
    })
    stored = await debtOf(db, personId, reference)
  }
  const { at, dueDate, ...shown } = stored ?? { ...row, state: 'VOIDED' as const, tipAmount: 0 }
  const refund = stored && expectedRefund(stored, stored.refundBasisPoints)
  return {
    reference,
    currency: shown.currency,
    amount: shown.amount,
    taxedAmount: shown.taxedAmount,
    taxAmount: shown.taxAmount,
    tipAmount: shown.tipAmount,
    installments: shown.installments,
    indi: shown.indi,
    finalConsumer: shown.finalConsumer,
    concept: shown.concept,
    merchantName: shown.merchantName,
    datetime: toStamp(at),
    dueDate: dueDate.replaceAll('-', ''),
    state: shown.state,
    points: shown.points,
    ...(refund && { expectedRefund: { ...refund, law: refund.law.law } }),
  }
}

/** A debt of one instalment, without points: the sale that the till reports gives them (L5). */
function debtRow(request: PaymentRequestRow, branchName: string, personId: string) {
  const { id, lines, currency, amount, taxedAmount, taxAmount, indi, finalConsumer } = request
  const more = lines.length > 1 ? ` y ${lines.length - 1} más` : ''
  return {
    reference: uuidOf(`payment_request ${id} ${personId}`),
    requestId: id,
    personId,
    loyaltyCode: null,
    concept: `${productName(lines[0]?.product ?? '')}${more}`,
    merchantName: branchName,
    branchCode: request.branchCode,
    invoiceNumber: request.ticket,
    currency,
    amount,
    taxedAmount,
    taxAmount,
    indi,
    finalConsumer,
    installments: 1,
    points: 0,
    at: request.createdAt,
    dueDate: toStamp(request.expiresAt).replace(/^(....)(..)(..).*/, '$1-$2-$3'),
    state: 'PENDING' as const,
  }
}

/** The loyalty of a person to which a purchase at an instant belongs when the till names none: the oldest. */
export async function loyaltyOfPayer(db: Db, personId: string, at: Date) {
  const [found] = await db
    .select({ code: loyalty.code, programme: loyalty.programme })
    .from(loyalty)
    .innerJoin(person, eq(person.id, loyalty.personId))
    .where(
      and(
        eq(loyalty.personId, personId),
        isNull(person.deletedAt),
        lte(loyalty.since, at),
        or(isNull(loyalty.endedAt), gt(loyalty.endedAt, at)),
      ),
    )
    .orderBy(asc(loyalty.since), asc(loyalty.code))
    .limit(1)
    // An erasure waits for the sale, or the sale for it.
    .for('share', { of: person })
  return found
}

/**
 * The points that the sale of a request will give to a person, by the rules in force: an estimate, as the
 * card decides whether a rule of debit or credit applies.
 */
export async function estimatedPoints(
  db: Db,
  { lines, currency }: PaymentRequestRow,
  personId: string,
  at: Date,
): Promise<number> {
  const member = await loyaltyOfPayer(db, personId, at)
  if (!member) return 0
  const rules = await readRules(db)
  return lines.reduce((sum, line) => {
    const { programme } = member
    const rule = ruleAt(rules, { programme, product: line.product, at, means: [] })
    return sum + pointsOf(rule, { ...line, currency })
  }, 0)
}

/** What the receipts of attempts name of the station's sale, by the attempt's id; of others nothing. */
export async function stationPaymentsOf(
  db: Db,
  attempts: readonly Attempt[],
): Promise<Map<string, StationPayment>> {
  const ids = attempts.flatMap(({ requestId }) => requestId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: paymentRequest.id,
      attemptId: paymentRequest.attemptId,
      code: paymentRequest.code,
      branchCode: paymentRequest.branchCode,
      ticket: paymentRequest.ticket,
      lines: paymentRequest.lines,
      identity: saleEvent.identity,
      // Its purchases are shown to the person whose loyalty has them, which the till may have named.
      rrn: sql<string | null>`(
        select min(${saleLine.rrn}) from ${saleLine}
        where ${saleLine.identity} = ${saleEvent.identity} and ${saleLine.number} = 1
          and ${loyalty.personId} = ${paymentAttempt.personId})`,
      tankful: sql<StationPayment['tankful'] | null>`(
        select jsonb_build_object('rrn', m.rrn, 'plate', coalesce(nullif(m.plate, ''), e.plate, ''))
        from ${saleLine} l join ${movement} m on m.rrn = l.rrn
        left join ${carEntry} e on e.rrn = m.rrn and e.person_id = ${paymentAttempt.personId}
        where l.identity = ${saleEvent.identity} and m.millilitres > 0
          and ${loyalty.personId} = ${paymentAttempt.personId}
          and not exists (select from ${saleEvent} v where v.sale_identity = l.identity
            and v.kind = 'void' and v.state = 'applied')
        order by l.number limit 1)`,
    })
    .from(paymentRequest)
    .leftJoin(paymentAttempt, eq(paymentAttempt.id, paymentRequest.attemptId))
    .leftJoin(saleEvent, eq(saleEvent.identity, paymentRequest.saleIdentity))
    .leftJoin(loyalty, eq(loyalty.code, saleEvent.loyaltyCode))
    .where(inArray(paymentRequest.id, ids))
  return new Map(
    attempts.flatMap(({ id, requestId }): [string, StationPayment][] => {
      const row = rows.find((one) => one.id === requestId)
      if (!row) return []
      const { code, branchCode, ticket, lines } = row
      // A sale belongs to the attempt that paid it.
      return [[id, { code, branchCode, ticket, lines, ...(row.attemptId === id && saleOf(row)) }]]
    }),
  )
}

type SaleOfPayment = Record<'identity' | 'rrn', string | null> & {
  tankful: StationPayment['tankful'] | null
}
function saleOf({ identity, rrn, tankful }: SaleOfPayment) {
  const [kind, rut = '', type, series = '', number] = identity?.split(':') ?? []
  const cfe = { rut, type: Number(type), series, number: Number(number) }
  return {
    ...(kind === 'cfe' && { cfe }),
    ...(rrn !== null && { rrn }),
    ...(tankful && { tankful }),
  }
}
