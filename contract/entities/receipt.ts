import { type Movement, pumpPrice, reversalText } from '#contract/entities/movement.ts'
import {
  type Payment,
  type PaymentState,
  paymentDate,
  STATE_LABELS,
} from '#contract/entities/payment.ts'
import type { SoldItem } from '#contract/entities/paymentRequest.ts'
import type { Currency } from '#contract/money.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'

/** The formats of figures and instants of the program that shows the receipt. */
export interface ReceiptFormats {
  money: (cents: number, currency: Currency) => string
  /** To the millilitre, or to the hundredth of a litre that pumps show. */
  litres: (millilitres: number, places?: 2 | 3) => string
  /** A change of points, with its sign. */
  signedPoints: (count: number) => string
  /** A stamp `yyyyMMddHHmmss`, without a conversion to another zone. */
  dateAndTime: (stamp: string) => string
}

/** A row of a receipt, of an email or of a PDF: `Estación`, `Estación Ceibo`. */
export interface Fact {
  name: string
  value: string
}

/** What a receipt says, in Spanish; the PDF and the email show the same. */
export interface Receipt {
  /** `Comprobante de pago`, with its state when the charge does not stand. */
  title: string
  /** Shown first: that the charge or the purchase does not stand as a whole; empty while it does. */
  notice: string
  /** When the purchase was made, in words. */
  when: string
  facts: readonly Fact[]
  /** What was bought or added, with its amount. */
  lines: readonly Fact[]
  /** The total first. */
  totals: readonly [Fact, ...Fact[]]
}

/** The receipt refers to the station's CFE (docs/uruguay.md) and does not stand for it. */
export const NOT_FISCAL =
  'Esto no es un documento fiscal: es una constancia para vos. El comprobante fiscal es el CFE que te da la estación.'

/** Of the states with a receipt: that the charge does not stand; empty where it does. */
const NOTICES: Partial<Record<PaymentState, string>> = {
  PAID: '',
  VOIDED: 'Anulado: el cobro quedó sin efecto y tu tarjeta no lo paga.',
  REFUNDED:
    'Devuelto: el importe vuelve a tu tarjeta; el emisor puede demorar unos días en mostrarlo.',
}

/** The DGI's own page for looking up a CFE by RUT, type, series and number; a link with these needs the CFE's hash. */
export const CFE_CONSULTATION = 'https://www.efactura.dgi.gub.uy/principal/verificacioncfe'

type LineFormats = Pick<ReceiptFormats, 'money' | 'litres'>

/** What a till sold, a row each: `Super, 15,00 l a $ 76,88/L`; numbered where there are several, as two may be alike. */
export const itemsSold = (
  lines: readonly SoldItem[],
  currency: Currency,
  { money, litres }: LineFormats,
): Fact[] =>
  lines.map(({ product, millilitres, unitPrice, amount }, index) => {
    const count = unitPrice > 0 ? amount / unitPrice : 1
    const price = money(unitPrice, currency)
    const quantity =
      millilitres > 0
        ? `, ${litres(millilitres, 2)} a ${price}/L`
        : count > 1 && Number.isInteger(count)
          ? `, ${count} a ${price}`
          : ''
    const number = lines.length > 1 ? `${index + 1}. ` : ''
    return {
      name: `${number}${productName(product)}${quantity}`,
      value: money(amount, currency),
    }
  })

/** What a payment was for: the lines of the till, or the concept of the debt; and the tip. */
export function itemsPaid(payment: Payment, formats: LineFormats): Fact[] {
  const { concept, amount, tipAmount, currency } = payment
  const { lines = [] } = payment.station ?? {}
  const owed = { name: concept, value: formats.money(amount - tipAmount, currency) }
  const tip = { name: 'Propina', value: formats.money(tipAmount, currency) }
  const sold = lines.length > 0 ? itemsSold(lines, currency, formats) : [owed]
  return tipAmount > 0 ? [...sold, tip] : sold
}

/**
 * What a person reads out to ask about a payment, and an operator finds it by: the reference of the debt. That
 * of a till's payment is no text to be read, so that it is the authorisation code: `824 992`; empty without one.
 */
export const spokenReference = ({ station, reference, authorizationCode }: Payment): Fact =>
  station
    ? {
        name: 'Referencia (autorización)',
        value: authorizationCode.replaceAll(/(.{3})(?=.)/g, '$1\u00A0'),
      }
    : { name: 'Referencia', value: reference }

const CARD_TYPE_NAMES = { '': '', CC: 'Crédito', CA: 'Débito' }

/** @throws Error for a payment that was not charged (`wasCharged`) */
export function receiptOfPayment(payment: Payment, formats: ReceiptFormats): Receipt {
  const { state, currency, amount, refund, taxedAmount, points, law } = payment
  const {
    taxAmount = 0,
    cardType = '',
    settledAt,
    invoiceNumber = '',
    refundedAmount = 0,
  } = payment
  const { ticket = '', cfe } = payment.station ?? {}
  const notice = NOTICES[state]
  if (notice === undefined) throw new Error(`a payment that is ${state} has no receipt`)
  const stands = state === 'PAID'
  const label = STATE_LABELS[state]
  const money = (cents: number) => (cents > 0 ? formats.money(cents, currency) : '')
  const when = formats.dateAndTime(paymentDate(payment))
  const card = payment.maskedCard
  const reference = spokenReference(payment)
  return {
    title: `Comprobante de pago${stands ? '' : ` (${label.toLowerCase()})`}`,
    notice:
      stands && refundedAmount > 0
        ? `Te devolvimos ${money(refundedAmount)} de ${money(amount)} a tu tarjeta; el emisor puede demorar unos días en mostrarlo.`
        : notice,
    when,
    facts: shown([
      ['Estación', payment.merchantName],
      ['Fecha y hora', when],
      [label, !stands && settledAt ? formats.dateAndTime(settledAt) : ''],
      ['Tarjeta', card],
      ['Tipo de tarjeta', CARD_TYPE_NAMES[cardType]],
      ['Cuotas', card && String(payment.installments)],
      ['Autorización', payment.station ? '' : payment.authorizationCode],
      ['Monto gravado', money(taxedAmount)],
      ['IVA', money(taxAmount)],
      ['Ley aplicada', stands && law !== '0' ? `Ley ${law}` : ''],
      ['Factura', invoiceNumber],
      ['Ticket', ticket],
      ...cfeFacts(cfe),
      [reference.name, reference.value],
    ]),
    lines: itemsPaid(payment, formats),
    totals: [
      {
        name: `Total ${stands ? 'pagado' : label.toLowerCase()}`,
        value: formats.money(amount, currency),
      },
      ...shown([
        ['Devuelto a tu tarjeta', stands ? money(refundedAmount) : ''],
        ['Te devuelven por ley', stands ? money(refund) : ''],
        ['Puntos', points === 0 ? '' : formats.signedPoints(points)],
      ]),
    ],
  }
}

/** @param movement with the address of its station; empty when it is not known */
export function receiptOfMovement(
  movement: Movement & { address: string },
  formats: ReceiptFormats,
): Receipt {
  const { amount, discount, currency, millilitres } = movement
  const money = (cents: number) => formats.money(cents, currency)
  const price = pumpPrice(movement)
  const product = productName(movement.product)
  const when = formats.dateAndTime(movement.datetime)
  const { ticket = '', cfe, reversal, payment } = movement.sale ?? {}
  const voided = reversal?.kind === 'void'
  return {
    title: `Comprobante de compra${voided ? ' (anulada)' : ''}`,
    notice: reversal ? reversalText(reversal, movement.datetime) : '',
    when,
    facts: shown([
      ['Estación', movement.branchName],
      ['Dirección', movement.address],
      ['Fecha y hora', when],
      ...cfeFacts(cfe),
      ['Ticket', ticket],
      ['Autorización', payment?.authorizationCode ?? ''],
      ['Matrícula', movement.plate],
      ['Tipo', movement.kind === 'SUSCRIPTION' ? 'De tu suscripción' : ''],
      ['Referencia', movement.rrn],
    ]),
    lines: [
      {
        name:
          price === null
            ? product
            : `${product}, ${formats.litres(millilitres)} a ${money(price)}/L`,
        value: money(amount + discount),
      },
      ...shown([['Descuento', discount > 0 ? money(-discount) : '']]),
    ],
    totals: [
      { name: voided ? 'Total anulado' : 'Total pagado', value: money(amount) },
      { name: 'Puntos', value: formats.signedPoints(movement.points) },
    ],
  }
}

/** The identity of the station's CFE; empty while the till has reported none. */
const cfeFacts = (
  cfe: (Parameters<typeof cfeText>[0] & { rut: string }) | undefined,
): [name: string, value: string][] => [
  ['CFE', cfe ? cfeText(cfe) : ''],
  ['RUT emisor', cfe?.rut ?? ''],
  ['Ver el CFE en la DGI', cfe ? CFE_CONSULTATION : ''],
]

const shown = (facts: [name: string, value: string][]): Fact[] =>
  facts.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }))
