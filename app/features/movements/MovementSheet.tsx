import { litresText, pumpPrice } from '#app/features/movements/movementFormat.ts'
import type { Movement } from '#contract/entities/movement.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { type Description, DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Money } from '#kit/display/Money.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { pricePerLitre, signedPoints } from '#kit/format/numbers.ts'

interface Props {
  movement: Movement
  open: boolean
  onClose: () => void
}

/** All fields of a movement. */
export function MovementSheet({ movement, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={productName(movement.product)}>
      {movement.kind === 'SUSCRIPTION' && (
        <div>
          <Badge tone="brand">De tu suscripción</Badge>
        </div>
      )}
      <DescriptionList facts={factsOf(movement)} />
    </Sheet>
  )
}

function factsOf(movement: Movement): Description[] {
  const { amount, currency, datetime, discount } = movement
  const price = pumpPrice(movement)
  return [
    { name: 'Dónde', value: movement.branchName },
    { name: 'Cuándo', value: dateAndTime(datetime) },
    ...(price === null
      ? []
      : [
          { name: 'Litros', value: litresText(movement) },
          { name: 'Precio en el surtidor', value: pricePerLitre(price) },
        ]),
    ...(discount > 0
      ? [
          {
            name: 'Precio sin descuento',
            value: <Money cents={amount + discount} currency={currency} />,
          },
          { name: 'Descuento', value: <Money cents={-discount} currency={currency} /> },
        ]
      : []),
    { name: 'Pagaste', value: <Money cents={amount} currency={currency} />, strong: true },
    { name: 'Puntos', value: signedPoints(movement.points) },
    ...(movement.plate ? [{ name: 'Matrícula', value: movement.plate }] : []),
    { name: 'Comprobante', value: movement.rrn },
  ]
}
