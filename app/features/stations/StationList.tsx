import type { LocatedBranch } from '#app/features/stations/distance.ts'
import { openingState, openingText } from '#app/features/stations/openingHours.ts'
import { priceText } from '#app/features/stations/serviceLabels.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { distance } from '#kit/format/numbers.ts'

interface Props {
  stations: readonly LocatedBranch[]
  /** The fuel whose price is shown; empty for none. */
  fuel: string
  now: Date
  label: string
  onSelect: (code: string) => void
}

/** Stations with their distance, address, hours and the price of the chosen fuel. */
export function StationList({ stations, fuel, now, label, onSelect }: Props) {
  return (
    <List label={label}>
      {stations.map(({ branch, metres }) => {
        const price = branch.fuels.find(({ code }) => code === fuel)
        return (
          <ListItem
            key={branch.code}
            onPress={() => onSelect(branch.code)}
            title={branch.name}
            trailing={metres !== null && distance(metres)}
            note={price && priceText(price)}
            detail={
              <>
                <span className="block">{branch.address}</span>
                <Opening branch={branch} now={now} />
              </>
            }
          />
        )
      })}
    </List>
  )
}

function Opening({ branch: { openingHours }, now }: { branch: Branch; now: Date }) {
  const state = openingState(openingHours, now)
  return (
    <span className={state.kind === 'open' ? 'block font-medium text-good' : 'block'}>
      {openingText(state) ?? openingHours}
    </span>
  )
}
