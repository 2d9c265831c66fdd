import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LocatedBranch } from '#app/features/stations/distance.ts'
import { DirectionsLink, StationDetails } from '#app/features/stations/StationDetails.tsx'
import { Button } from '#kit/display/Button.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'

interface Props {
  station: LocatedBranch
  now: Date
  onClose: () => void
}

/** A station beside the map of a wide screen, in the place of the list. It takes the focus and gives it back. */
export function StationPanel({ station, now, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { code, name } = station.branch
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    return () => {
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus())
    }
  }, [])
  return (
    <section
      aria-label={name}
      key={code}
      className="flex animate-rise flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <div className="-mt-2 -ml-4">
        <Button kind="plain" onClick={onClose}>
          <ArrowLeft aria-hidden="true" size={20} />
          Volver a la lista
        </Button>
      </div>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold tracking-tight">
        {name}
      </h2>
      <StationDetails station={station} now={now} />
      <DirectionsLink branch={station.branch} />
    </section>
  )
}

/** A station over a phone's map or list. */
export function StationSheet({ station, now, open, onClose }: Props & { open: boolean }) {
  return (
    <LazySheet
      open={open}
      onClose={onClose}
      title={station.branch.name}
      foot={<DirectionsLink branch={station.branch} />}
    >
      <StationDetails station={station} now={now} />
    </LazySheet>
  )
}
