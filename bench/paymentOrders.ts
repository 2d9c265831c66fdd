import { createHash, randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { toHeaderTime, toStamp } from '#contract/dates.ts'
import type { GatewayPayment } from '#contract/geopay.ts'
import { requestHeader } from '#contract/header.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { gatewayPayment, signedText } from '#testing/fixtures/gatewayMessages.ts'

/** One debt, with all that the payer and the gateway send to pay it. */
export interface PaymentOrder {
  reference: string
  personId: string
  loyaltyCode: string
  sessionHash: Buffer
  accessToken: string
  /** The gateway's answer to a query after the payment. */
  payment: GatewayPayment
  /** Body of getGEOPayAccessToken. */
  openBody: string
  /** Body of processGEOPayResponse, with the signed return. */
  returnBody: string
}

/** Cents and points of every debt. */
export const AMOUNT = 284_300
export const POINTS = 120
export const MERCHANT_ID = '900001'
const TERMS = { taxedAmount: 233_033, taxAmount: 51_267, tipAmount: 0, installments: 1, indi: 6 }

/**
 * Adds debts, in turn of every member with a loyalty, and signs their returns ahead, so that the
 * gateway's own work is not measured.
 * @param keysDir folder of the gateway's keys
 */
export async function addOrders(
  client: Client,
  { keysDir, count }: { keysDir: string; count: number },
): Promise<PaymentOrder[]> {
  const now = new Date()
  const { kid } = (await loadKeys(keysDir)).gateway
  const { rows: members } = await client.query<{ person: string; loyalty: string }>(
    `select distinct on (l.person_id) l.person_id as person, l.code as loyalty
       from loyalty l join person p on p.id = l.person_id
       join ledger_account a on a.loyalty_code = l.code
      where p.deleted_at is null and p.birthdate < now() - interval '19 years'
      order by l.person_id`,
  )
  const sessionOf = (person: string) => `bench-payment-${person}`
  await client.query(
    `insert into session (token_hash, person_id, created_at, seen_at, expires_at)
       select hash, person, $3, $3, $3::timestamptz + interval '1 day'
         from unnest($1::bytea[], $2::uuid[]) as s (hash, person)
       on conflict (token_hash) do update set seen_at = excluded.seen_at`,
    [
      members.map(({ person }) => sha256(sessionOf(person))),
      members.map(({ person }) => person),
      now,
    ],
  )
  const orders = Array.from({ length: count }, (_, index): PaymentOrder => {
    const { person = '', loyalty = '' } = members[index % members.length] ?? {}
    const id = randomUUID()
    const reference = `BENCH-${id.slice(-12)}`
    const payment = gatewayPayment({
      paymentToken: `charge-${id}`,
      accessToken: `token-${id}`,
      reference,
      dateTime: toHeaderTime(now),
      amount: AMOUNT,
      taxedAmount: TERMS.taxedAmount,
      taxAmount: TERMS.taxAmount,
      card: {
        cardBrandName: 'Débito de prueba',
        issuerName: 'Banco',
        type: 'D',
        cardMask: '999900******0002',
      },
      authorizer: { authorizationCode: '123456' },
    })
    const responseHeader = { responseCode: '00', responseDescription: 'APROBADO', rrn: '1', kid }
    const message = { responseHeader, token: payment.accessToken, reference, payment }
    const body = (call: string, fields: object) =>
      JSON.stringify({
        requestHeader: {
          ...requestHeader({
            now,
            random: 0.5,
            platform: 'a',
            token: sessionOf(person),
            user: 'bench@demo.surtidor.uy',
            lastUpdate: toStamp(now),
          }),
          auditNumber: `${call}${id.slice(-17)}`,
        },
        ...fields,
      })
    return {
      reference,
      personId: person,
      loyaltyCode: loyalty,
      sessionHash: sha256(sessionOf(person)),
      accessToken: payment.accessToken,
      payment,
      openBody: body('o', {
        geopayNetId: 'SURTIDOR',
        geopayMerchantId: MERCHANT_ID,
        debtData: { reference },
      }),
      returnBody: body('r', { geopayResponse: signedText(keysDir, message, 'responseHeader') }),
    }
  })
  await client.query(
    `insert into debt (reference, person_id, loyalty_code, concept, merchant_name, invoice_number,
        currency, amount, taxed_amount, tax_amount, tip_amount, installments, indi, final_consumer,
        points, at, due_date, state)
      select reference, person, loyalty, 'Nafta Super 95', 'Estación', '1234567', '858', $4, $5, $6,
        $7, $8, $9, true, $10, now(), now(), 'PENDING'
      from unnest($1::text[], $2::uuid[], $3::text[]) as d (reference, person, loyalty)`,
    [
      orders.map(({ reference }) => reference),
      orders.map(({ personId }) => personId),
      orders.map(({ loyaltyCode }) => loyaltyCode),
      AMOUNT,
      TERMS.taxedAmount,
      TERMS.taxAmount,
      TERMS.tipAmount,
      TERMS.installments,
      TERMS.indi,
      POINTS,
    ],
  )
  return orders
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest()
