import { ArrowLeft, Navigation, Star } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LocatedBranch } from '#app/features/stations/distance.ts'
import type { Favourites } from '#app/features/stations/favouriteStations.ts'
import { routeAddress } from '#app/features/stations/routeAddress.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { Button } from '#kit/display/Button.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { Skeleton } from '#kit/feedback/QueryView.tsx'
import { buttonClasses } from '#kit/style/buttonClasses.ts'

/** A chunk of its own, which only opens on a tap. */
const StationDetails = lazyComponent(
  async () => (await import('#app/features/stations/StationDetails.tsx')).StationDetails,
  ({ failure }) => failure || <Skeleton shape="row" count={4} />,
)

interface Props {
  station: LocatedBranch
  now: Date
  favourites: Favourites
  onClose: () => void
}

/** A station beside the map of a wide screen, in the place of the list. It takes the focus and gives it back. */
export function StationPanel({ station, now, favourites, onClose }: Props) {
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
      <FavouriteButton code={station.branch.code} favourites={favourites} />
      <StationDetails station={station} now={now} />
      <DirectionsLink branch={station.branch} />
    </section>
  )
}

export function StationSheet({
  station,
  now,
  favourites,
  open,
  onClose,
}: Props & { open: boolean }) {
  return (
    <LazySheet
      open={open}
      onClose={onClose}
      title={station.branch.name}
      foot={<DirectionsLink branch={station.branch} />}
    >
      <FavouriteButton code={station.branch.code} favourites={favourites} />
      <StationDetails station={station} now={now} />
    </LazySheet>
  )
}

function FavouriteButton({ code, favourites }: { code: string; favourites: Favourites }) {
  const { codes, toggle } = favourites
  if (!toggle) return null
  const isMine = codes.has(code)
  return (
    <div>
      <Button kind="quiet" aria-pressed={isMine} onClick={() => toggle(code)}>
        <Star aria-hidden="true" size={20} className={isMine ? 'fill-current' : ''} />
        Mi estación
      </Button>
    </div>
  )
}

/** A link to the route to a station in the maps of the device. */
function DirectionsLink({ branch }: { branch: Branch }) {
  return (
    <a
      href={routeAddress(branch)}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClasses('primary', true)}
    >
      <Navigation aria-hidden="true" size={20} />
      Cómo llegar
      <span className="sr-only"> (se abre fuera de Surtidor)</span>
    </a>
  )
}
