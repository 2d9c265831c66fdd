import { useId } from 'react'
import { byDay, litresText, pointsText } from '#app/features/movements/movementFormat.ts'
import { ProductIcon } from '#app/features/movements/ProductIcon.tsx'
import type { Movement } from '#contract/entities/movement.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { GradualList } from '#kit/display/GradualList.tsx'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { Money } from '#kit/display/Money.tsx'
import { dayHeading, timeOfDay } from '#kit/format/dates.ts'

interface Props {
  movements: readonly Movement[]
  now: Date
  onOpen: (rrn: string) => void
}

/** Movements grouped by day. */
export function MovementDays({ movements, now, onOpen }: Props) {
  return (
    <div className="flex flex-col gap-5">
      <GradualList items={movements}>
        {(shown) =>
          byDay(shown).map(({ day, movements }) => (
            <Day key={day} title={dayHeading(day, now)} movements={movements} onOpen={onOpen} />
          ))
        }
      </GradualList>
    </div>
  )
}

interface DayProps {
  title: string
  movements: readonly Movement[]
  onOpen: (rrn: string) => void
}

function Day({ title, movements, onOpen }: DayProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="px-1 text-sm font-semibold text-soft">
        {title}
      </h2>
      <List label={title}>
        {movements.map((movement) => (
          <ListItem
            key={movement.rrn}
            onPress={() => onOpen(movement.rrn)}
            mark={<ProductIcon product={movement.product} />}
            title={productName(movement.product)}
            detail={[movement.branchName, timeOfDay(movement.datetime), litresText(movement)]
              .filter(Boolean)
              .join(' · ')}
            trailing={<Money cents={movement.amount} currency={movement.currency} />}
            note={pointsText(movement.points)}
          />
        ))}
      </List>
    </section>
  )
}
