import type { LocatedBranch } from '#app/features/stations/distance.ts'
import { DirectionsLink, StationDetails } from '#app/features/stations/StationDetails.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'

interface Props {
  station: LocatedBranch
  now: Date
  open: boolean
  onClose: () => void
}

/** A station over a phone's map or list. */
export function StationSheet({ station, now, open, onClose }: Props) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={station.branch.name}
      foot={<DirectionsLink branch={station.branch} />}
    >
      <StationDetails station={station} now={now} />
    </Sheet>
  )
}
