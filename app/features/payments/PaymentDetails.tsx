import { lawName } from '#app/features/payments/taxRefund.ts'
import { LazyReceiptActions } from '#app/features/receipts/LazyReceiptActions.tsx'
import { type Payment, paymentDate, wasCharged } from '#contract/entities/payment.ts'
import { CFE_CONSULTATION, itemsPaid, spokenReference } from '#contract/entities/receipt.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { DescriptionList, type OptionalDescription } from '#kit/display/DescriptionList.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { litres, money, signedPoints } from '#kit/format/numbers.ts'
import { linkClasses } from '#kit/style/linkClasses.ts'

export function PaymentDetails({ payment }: { payment: Payment }) {
  const { rrn, cfe } = payment.station ?? {}
  return (
    <>
      <DescriptionList facts={factsOf(payment)} />
      {payment.state === 'PAID' && (
        <p className="text-sm text-soft">
          Esto es una constancia de tu pago. El comprobante fiscal es el CFE que te da la estación.
        </p>
      )}
      {cfe && (
        <p className="text-sm text-soft">
          <a href={CFE_CONSULTATION} target="_blank" rel="noopener" className={linkClasses}>
            Ver el CFE en la DGI
            <span className="sr-only"> (se abre en otra pestaña)</span>
          </a>{' '}
          con el RUT, el tipo, la serie y el número de arriba.
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

/** What was bought, what it cost, and the rest. Fields without a value are omitted. */
function factsOf(payment: Payment): OptionalDescription[] {
  const { amount, taxedAmount, taxAmount = 0, refund, currency, points } = payment
  const { authorizationCode: code, refundedAmount = 0, maskedCard, station } = payment
  const charged = payment.state === 'PAID'
  const law = lawName(payment.law)
  const { ticket, cfe } = station ?? {}
  const reference = spokenReference(payment)
  const cents = (value: number) => money(value, currency)
  return [
    ...itemsPaid(payment, { money, litres }),
    { name: charged ? 'Total pagado' : 'Total', value: cents(amount), strong: true },
    charged && refundedAmount > 0 && { name: 'Te devolvimos', value: cents(refundedAmount) },
    charged && refund > 0 && { name: 'Te devuelven', value: cents(refund) },
    charged && law !== null && { name: 'Ley aplicada', value: law },
    points > 0 && { name: 'Puntos', value: signedPoints(points) },
    taxedAmount > 0 && { name: 'Monto gravado', value: cents(taxedAmount) },
    taxAmount > 0 && { name: 'IVA', value: cents(taxAmount) },
    { name: 'Estación', value: payment.merchantName },
    { name: 'Fecha', value: dateAndTime(paymentDate(payment)) },
    maskedCard !== '' && { name: 'Tarjeta', value: maskedCard },
    maskedCard !== '' && { name: 'Cuotas', value: installmentsText(payment.installments) },
    code !== '' && !station && { name: 'Código de autorización', value: code },
    ticket && { name: 'Ticket', value: ticket },
    cfe && { name: 'CFE', value: cfeText(cfe) },
    cfe && { name: 'RUT emisor', value: cfe.rut },
    reference.value && reference,
  ]
}

const installmentsText = (count: number) => (count === 1 ? 'Un pago' : `${count} cuotas`)
