import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { headerOf } from '#bench/datasets.ts'
import { toHeaderTime } from '#contract/dates.ts'
import type { GatewayPayment } from '#contract/geopay.ts'
import { debt } from '#db/tables/payments.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { gatewayPayment, signedText } from '#testing/fixtures/gatewayMessages.ts'
import { insertSessions } from '#testing/fixtures/personSessions.ts'

/** One debt, with all that the payer and the gateway send to pay it. */
export type PaymentOrder = Awaited<ReturnType<typeof addOrders>>[number]

export const MERCHANT_ID = '900001'
/** Amounts of every debt, in cents. */
export const TERMS = {
  currency: '858',
  amount: 284_300,
  taxedAmount: 233_033,
  taxAmount: 51_267,
  tipAmount: 0,
  installments: 1,
  indi: 6,
} as const
const CARD: GatewayPayment['card'] = {
  cardBrandName: 'Débito de prueba',
  issuerName: 'Banco',
  type: 'D',
  cardMask: '999900******0002',
}

/**
 * Adds debts, in turn of every member with a loyalty, and signs their returns ahead, so that the
 * gateway's own work is not measured.
 * @param keysDir folder of the gateway's keys
 */
export async function addOrders(
  client: Client,
  { keysDir, count }: { keysDir: string; count: number },
) {
  const at = new Date()
  const { kid } = (await loadKeys(keysDir)).gateway
  const { rows: members } = await client.query<{ personId: string; loyaltyCode: string }>(
    `select distinct on (l.person_id) l.person_id as "personId", l.code as "loyaltyCode"
       from loyalty l join person p on p.id = l.person_id
       join ledger_account a on a.loyalty_code = l.code
      where p.deleted_at is null and p.birthdate < now() - interval '19 years'
      order by l.person_id`,
  )
  await insertSessions(
    client,
    members.map(({ personId }) => personId),
  )
  const orders = Array.from({ length: count }, (_, index) => {
    const { personId = '', loyaltyCode = '' } = members[index % members.length] ?? {}
    const id = randomUUID()
    const owed = {
      reference: `BENCH-${id.slice(-12)}`,
      personId,
      loyaltyCode,
      concept: 'Nafta Super 95',
      merchantName: 'Estación',
      invoiceNumber: '1234567',
      ...TERMS,
      finalConsumer: true,
      points: 120,
      at,
      dueDate: toHeaderTime(at).slice(0, 10),
      state: 'PENDING' as const,
    }
    const { reference } = owed
    const { amount, taxedAmount, taxAmount } = TERMS
    const payment = gatewayPayment({
      paymentToken: `charge-${id}`,
      accessToken: `token-${id}`,
      reference,
      dateTime: toHeaderTime(at),
      amount,
      taxedAmount,
      taxAmount,
      card: CARD,
      authorizer: { authorizationCode: '123456' },
    })
    const responseHeader = { responseCode: '00', responseDescription: 'APROBADO', rrn: '1', kid }
    const message = { responseHeader, token: payment.accessToken, reference, payment }
    const body = (call: string, fields: object) => {
      const requestHeader = { ...headerOf(personId), auditNumber: `${call}${id.slice(-17)}` }
      return JSON.stringify({ requestHeader, ...fields })
    }
    return {
      debt: owed,
      /** The gateway's answer to a query after the payment. */
      payment,
      openBody: body('o', {
        geopayNetId: 'SURTIDOR',
        geopayMerchantId: MERCHANT_ID,
        debtData: { reference },
      }),
      /** Body of processGEOPayResponse, with the signed return. */
      returnBody: body('r', { geopayResponse: signedText(keysDir, message, 'responseHeader') }),
    }
  })
  await drizzle({ client })
    .insert(debt)
    .values(orders.map((order) => order.debt))
  return orders
}
