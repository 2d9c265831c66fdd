import { eq, inArray, sql } from 'drizzle-orm'
import { DAY_MS, toStamp } from '#contract/dates.ts'
import type { AccountPart } from '#contract/entities/accountPart.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { PESOS } from '#contract/money.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { mayOwe } from '#db/loyalty/accountLimits.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { pollActiveAttempts } from '#db/payments/attemptPolling.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { accountDebt, saleConflict, saleEvent } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'

/** For how many days after its posting a sale on account may be paid. */
const TERM_DAYS = 30
const MONEY = new Intl.NumberFormat('es-UY', { style: 'currency', currency: 'UYU' })

/**
 * Cents that a sale leaves on account: its payments with that means less its returns, which reduce them
 * first; 0 after a void.
 */
const owed = sql<number>`case when exists (
    select from sale_event v where v.identity = 'void:' || ${saleEvent.branchCode} || ':' || ${saleEvent.identity}
  ) then 0 else greatest(0, (
    select coalesce(sum((part ->> 'amount')::bigint), 0) from jsonb_array_elements(${saleEvent.payments}) part
    where part ->> 'means' = 'account'
  ) - (
    select coalesce(sum(r.amount), 0) from sale_event r
    where r.sale_identity = ${saleEvent.identity} and r.kind = 'return' and r.state = 'applied'
  )) end`.mapWith(Number)
const product = sql<string>`(select l.product from sale_line l
  where l.identity = ${saleEvent.identity} order by l.number limit 1)`

const selectSales = (tx: Db, identities: readonly string[]) =>
  tx
    .select({
      identity: saleEvent.identity,
      at: saleEvent.at,
      ticket: saleEvent.ticket,
      currency: saleEvent.currency,
      branchCode: saleEvent.branchCode,
      terminalId: saleEvent.terminalId,
      merchantName: branch.name,
      loyaltyCode: saleEvent.loyaltyCode,
      personId: loyalty.personId,
      product,
      owed,
    })
    .from(saleEvent)
    .innerJoin(branch, eq(branch.code, saleEvent.branchCode))
    .leftJoin(loyalty, eq(loyalty.code, saleEvent.loyaltyCode))
    .where(inArray(saleEvent.identity, [...identities]))
type Sale = Awaited<ReturnType<typeof selectSales>>[number]
type Debt = typeof debt.$inferSelect

/**
 * Gives sales on account the debts that are due for what is stored of them: a sale of a member that has an
 * account owes what no return or void took off, up to its limit. An unpaid debt follows; a charge under way of
 * other terms is voided at the gateway; of a paid debt the difference is kept for an operator. It may be repeated, and is called after
 * every change of such a sale: a report, a match with a member, the void of its charge.
 * @param identities of sales on account that are stored; the caller holds their locks (`lockHistory`)
 * or those of their debts
 * @returns what became of the part on account of each
 */
export async function updateAccountDebts(
  tx: Db,
  identities: readonly string[],
  by: PushQueue & { now: Date },
): Promise<Map<string, AccountPart>> {
  if (identities.length === 0) return new Map()
  // The sales are read with a snapshot of their own, when no payment changes their debts any more.
  const debts = await tx
    .select()
    .from(accountDebt)
    .innerJoin(debt, eq(debt.reference, accountDebt.debtReference))
    .where(inArray(accountDebt.saleIdentity, [...identities]))
    .orderBy(debt.reference)
    .for('update', { of: debt })
  const parts = new Map<string, AccountPart>()
  for (const sale of await selectSales(tx, identities)) {
    const found = debts.find((row) => row.account_debt.saleIdentity === sale.identity)?.debt
    parts.set(
      sale.identity,
      found ? await follow(tx, sale, found, by.now) : await incur(tx, sale, by),
    )
  }
  return parts
}

/** Updates a debt whose charge was undone, if it is of a sale: the sale may have lost something since. */
export async function updateReopenedDebt(
  tx: Db,
  debtReference: string,
  by: PushQueue & { now: Date },
) {
  const ofDebt = eq(accountDebt.debtReference, debtReference)
  const [sale] = await tx.select().from(accountDebt).where(ofDebt)
  if (!sale) return undefined
  return (await updateAccountDebts(tx, [sale.saleIdentity], by)).get(sale.saleIdentity)
}

/** Makes the debt of a sale that has none, and tells the member, unless the loyalty has no account for it. */
async function incur(
  tx: Db,
  sale: Sale,
  { now, jobs }: PushQueue & { now: Date },
): Promise<AccountPart> {
  const { identity, at, branchCode, merchantName, loyaltyCode, personId, currency } = sale
  if (sale.owed === 0) return { state: 'withdrawn', amount: 0 }
  if (personId === null || loyaltyCode === null || currency === null)
    return { state: 'unmatched', amount: sale.owed }
  if (currency !== PESOS || !(await mayOwe(tx, loyaltyCode, sale.owed))) {
    await keepForOperator(tx, sale, { reason: 'account_refused' }, now)
    return { state: 'unmatched', amount: sale.owed }
  }
  const [kind, , type = '', , number] = identity.split(':')
  const reference = uuidOf(`account ${identity}`)
  await tx.insert(debt).values({
    reference,
    personId,
    loyaltyCode,
    concept: `${productName(sale.product)}, a cuenta`,
    merchantName,
    branchCode,
    invoiceNumber: kind === 'cfe' && number ? number : sale.ticket,
    currency,
    amount: sale.owed,
    // The till reports no taxes: without them and an indicator no refund law applies.
    taxedAmount: 0,
    taxAmount: 0,
    indi: 0,
    installments: 1,
    // An e-Factura is of a taxpayer.
    finalConsumer: !(kind === 'cfe' && type[1] === '1'),
    // The lines of the sale give the points (L5).
    points: 0,
    at,
    dueDate: localDay(new Date(now.getTime() + TERM_DAYS * DAY_MS)),
    state: 'PENDING',
  })
  await tx.insert(accountDebt).values({ saleIdentity: identity, debtReference: reference })
  const text = `${merchantName} cargó ${MONEY.format(sale.owed / 100)} a tu cuenta, con el ticket ${sale.ticket}. Lo pagás en «Pagar». ¿No fuiste vos? Tocá acá y contanos.`
  await insertNotification({ jobs }, tx, {
    personId,
    event: `account:${reference}`,
    type: NOTIFICATION_TYPES.Pay,
    title: 'Compra a cuenta',
    text,
    at: now,
    url: `/#/commnents?about=account&ticket=${encodeURIComponent(sale.ticket)}`,
  })
  return { state: 'owed', amount: sale.owed }
}

const localDay = (at: Date) => toStamp(at).replace(/^(....)(..)(..).*/, '$1-$2-$3')

/** Changes the debt of a sale to what is owed now, unless it is paid. */
async function follow(tx: Db, sale: Sale, found: Debt, now: Date): Promise<AccountPart> {
  const { reference, state, amount } = found
  if (state === 'VOIDED') return { state: 'withdrawn', amount: 0 }
  if (state === 'PAID') {
    if (amount !== sale.owed)
      await keepForOperator(tx, sale, { reason: 'account_paid', paid: amount }, now)
    return { state: 'paid', amount, ...(await chargeOf(tx, reference)) }
  }
  if (amount !== sale.owed) {
    const change = sale.owed > 0 ? { amount: sale.owed } : { state: 'VOIDED' as const }
    await tx.update(debt).set(change).where(eq(debt.reference, reference))
    await pollActiveAttempts(tx, reference, now)
  }
  return sale.owed > 0 ? { state: 'owed', amount: sale.owed } : { state: 'withdrawn', amount: 0 }
}

/**
 * Keeps for an operator what is owed back to the payer of a debt (P1: a paid one stays as it is), or what a
 * loyalty owes without an account.
 */
async function keepForOperator(
  tx: Db,
  { identity, branchCode, terminalId, ticket, owed }: Sale,
  { reason, ...more }: { reason: 'account_paid'; paid: number } | { reason: 'account_refused' },
  at: Date,
): Promise<void> {
  const content = { kind: 'sale', ticket, ...more, owed }
  const id = uuidOf(`${reason} ${identity} ${owed}`)
  await tx
    .insert(saleConflict)
    .values({ id, identity, branchCode, terminalId, reason, content, at })
    .onConflictDoNothing()
}

/** The standing charge of a paid debt (P6). */
async function chargeOf(tx: Db, reference: string) {
  const [charge] = await tx
    .select({ id: paymentAttempt.id, settledAt: paymentAttempt.settledAt })
    .from(paymentAttempt)
    .where(sql`${paymentAttempt.debtReference} = ${reference} and ${paymentAttempt.state} = 'PAID'`)
  return charge?.settledAt ? { payment: charge.id, paidAt: toStamp(charge.settledAt) } : {}
}
