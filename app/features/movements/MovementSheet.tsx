import { isOtherDay, litresText, remarkOf } from '#app/features/movements/movementFormat.ts'
import { LazyReceiptActions } from '#app/features/receipts/LazyReceiptActions.tsx'
import { type Movement, pumpPrice } from '#contract/entities/movement.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Money } from '#kit/display/Money.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { pricePerLitre, signedPoints } from '#kit/format/numbers.ts'

interface Props {
  movement: Movement
  open: boolean
  onClose: () => void
}

export function MovementSheet({ movement, open, onClose }: Props) {
  const { amount, currency, discount, plate, datetime, sale } = movement
  const { ticket, cfe, postedAt = '', reversal, payment, claim } = sale ?? {}
  const remark = remarkOf(movement)
  const price = pumpPrice(movement)
  const money = (cents: number) => <Money cents={cents} currency={currency} />
  return (
    <LazySheet open={open} onClose={onClose} title={productName(movement.product)}>
      {movement.kind === 'SUSCRIPTION' && (
        <div>
          <Badge tone="brand">De tu suscripción</Badge>
        </div>
      )}
      {remark && <Alert tone={reversal ? 'warn' : 'brand'}>{remark}</Alert>}
      <DescriptionList
        facts={[
          { name: 'Dónde', value: movement.branchName },
          { name: 'Cuándo', value: dateAndTime(datetime) },
          isOtherDay(postedAt, datetime) && {
            name: 'La estación la informó',
            value: dateAndTime(postedAt),
          },
          claim && {
            name: 'La reclamaste',
            value: `${dateAndTime(claim.datetime)}, con ${cfeText(claim.cfe)}`,
          },
          price !== null && { name: 'Litros', value: litresText(movement) },
          price !== null && { name: 'Precio en el surtidor', value: pricePerLitre(price) },
          discount > 0 && { name: 'Precio sin descuento', value: money(amount + discount) },
          discount > 0 && { name: 'Descuento', value: money(-discount) },
          {
            name: reversal?.kind === 'void' ? 'Importe anulado' : 'Pagaste',
            value: money(amount),
            strong: true,
          },
          { name: 'Puntos', value: signedPoints(movement.points) },
          reversal &&
            reversal.points > 0 && {
              name: 'Puntos descontados',
              value: signedPoints(-reversal.points),
            },
          plate && { name: 'Matrícula', value: plate },
          cfe && { name: 'CFE', value: cfeText(cfe) },
          ticket && { name: 'Ticket', value: ticket },
          payment && { name: 'Código de autorización', value: payment.authorizationCode },
          { name: 'Comprobante', value: movement.rrn },
        ]}
      />
      <LazyReceiptActions movement={movement} />
    </LazySheet>
  )
}
