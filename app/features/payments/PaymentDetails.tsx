import { lawName } from '#app/features/payments/taxRefund.ts'
import { LazyReceiptActions } from '#app/features/receipts/LazyReceiptActions.tsx'
import { type Payment, paymentDate, wasCharged } from '#contract/entities/payment.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { DescriptionList, type OptionalDescription } from '#kit/display/DescriptionList.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { money, signedPoints } from '#kit/format/numbers.ts'

export function PaymentDetails({ payment }: { payment: Payment }) {
  const { rrn } = payment.station ?? {}
  return (
    <>
      <DescriptionList facts={factsOf(payment)} />
      {payment.state === 'PAID' && (
        <p className="text-sm text-soft">
          Esto es una constancia de tu pago. El comprobante fiscal es el CFE que te da la estación.
        </p>
      )}
      {rrn && (
        <TextLink to="/movements" search={{ rrn }}>
          Ver la compra y sus puntos
        </TextLink>
      )}
      {wasCharged(payment.state) && <LazyReceiptActions payment={payment} />}
    </>
  )
}

/** Fields without a value are omitted. */
function factsOf(payment: Payment): OptionalDescription[] {
  const { amount, tipAmount, taxedAmount, refund, currency, authorizationCode: code } = payment
  const { refundedAmount = 0 } = payment
  const charged = payment.state === 'PAID'
  const law = lawName(payment.law)
  const { ticket, cfe } = payment.station ?? {}
  return [
    tipAmount > 0 && { name: 'Importe', value: money(amount - tipAmount, currency) },
    tipAmount > 0 && { name: 'Propina', value: money(tipAmount, currency) },
    { name: charged ? 'Total pagado' : 'Total', value: money(amount, currency), strong: true },
    charged &&
      refundedAmount > 0 && { name: 'Te devolvimos', value: money(refundedAmount, currency) },
    { name: 'Concepto', value: payment.concept },
    { name: 'Estación', value: payment.merchantName },
    { name: 'Fecha', value: dateAndTime(paymentDate(payment)) },
    payment.maskedCard !== '' && { name: 'Tarjeta', value: payment.maskedCard },
    payment.maskedCard !== '' && { name: 'Cuotas', value: installmentsText(payment.installments) },
    code !== '' && { name: 'Código de autorización', value: code },
    charged && { name: 'Ley aplicada', value: law ?? 'Ninguna' },
    charged && refund > 0 && { name: 'Te devuelven', value: money(refund, currency) },
    payment.points > 0 && { name: 'Puntos', value: signedPoints(payment.points) },
    taxedAmount > 0 && { name: 'Monto gravado', value: money(taxedAmount, currency) },
    ticket && { name: 'Ticket', value: ticket },
    cfe && { name: 'CFE', value: cfeText(cfe) },
    { name: 'Referencia', value: payment.reference },
  ]
}

const installmentsText = (count: number) => (count === 1 ? 'Un pago' : `${count} cuotas`)
