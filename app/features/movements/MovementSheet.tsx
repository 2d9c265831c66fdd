import { litresText, pumpPrice } from '#app/features/movements/movementFormat.ts'
import type { Movement } from '#contract/entities/movement.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Money } from '#kit/display/Money.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { pricePerLitre, signedPoints } from '#kit/format/numbers.ts'

interface Props {
  movement: Movement
  open: boolean
  onClose: () => void
}

export function MovementSheet({ movement, open, onClose }: Props) {
  const { amount, currency, discount, plate } = movement
  const price = pumpPrice(movement)
  const money = (cents: number) => <Money cents={cents} currency={currency} />
  return (
    <Sheet open={open} onClose={onClose} title={productName(movement.product)}>
      {movement.kind === 'SUSCRIPTION' && (
        <div>
          <Badge tone="brand">De tu suscripción</Badge>
        </div>
      )}
      <DescriptionList
        facts={[
          { name: 'Dónde', value: movement.branchName },
          { name: 'Cuándo', value: dateAndTime(movement.datetime) },
          price !== null && { name: 'Litros', value: litresText(movement) },
          price !== null && { name: 'Precio en el surtidor', value: pricePerLitre(price) },
          discount > 0 && { name: 'Precio sin descuento', value: money(amount + discount) },
          discount > 0 && { name: 'Descuento', value: money(-discount) },
          { name: 'Pagaste', value: money(amount), strong: true },
          { name: 'Puntos', value: signedPoints(movement.points) },
          plate && { name: 'Matrícula', value: plate },
          { name: 'Comprobante', value: movement.rrn },
        ]}
      />
    </Sheet>
  )
}
