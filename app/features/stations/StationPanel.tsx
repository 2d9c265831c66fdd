import {
  ArrowLeft,
  Banknote,
  CircleDot,
  Droplets,
  Flame,
  type LucideIcon,
  Navigation,
  Receipt,
  ShoppingBasket,
  SquareParking,
  Star,
  Store,
  Wrench,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LocatedBranch } from '#app/features/stations/distance.ts'
import { FuelPrices } from '#app/features/stations/FuelPrices.tsx'
import type { Favourites } from '#app/features/stations/favouriteStations.ts'
import { openingState, openingText } from '#app/features/stations/openingHours.ts'
import { routeAddress } from '#app/features/stations/routeAddress.ts'
import { PUMPS, serviceLabel, valueLabel } from '#app/features/stations/serviceLabels.ts'
import { PETROL, tankCost, tankText, useTank } from '#app/features/stations/tank.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { BORDER_INDI, TAX_LAWS } from '#contract/entities/taxLaws.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { distance, money, percent } from '#kit/format/numbers.ts'
import { buttonClasses } from '#kit/style/buttonClasses.ts'

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

function StationDetails({ station, now }: { station: LocatedBranch; now: Date }) {
  const { branch, metres } = station
  const state = openingState(branch.openingHours, now)
  const opening = openingText(state)
  // The fuels are the prices.
  const services = branch.services.filter(({ code }) => code !== 'fuel')
  return (
    <>
      <div className="flex flex-col gap-1">
        <p>{branch.address}</p>
        {metres !== null && (
          <p className="text-sm text-soft">A {distance(metres)} en línea recta</p>
        )}
      </div>
      <div className="flex flex-col items-start gap-1.5">
        {opening && <Badge tone={state.kind === 'open' ? 'good' : 'neutral'}>{opening}</Badge>}
        <p className="text-sm text-soft">{branch.openingHours}</p>
      </div>
      {branch.fuels.length > 0 && (
        <Part title="Precios">
          <BorderRefund branch={branch} now={now} />
          <FuelPrices fuels={inPumpOrder(branch.fuels)} now={now} />
        </Part>
      )}
      {services.length > 0 && (
        <Part title="Servicios">
          <ul className="flex flex-wrap gap-2">
            {services.map((service) => (
              <Service key={service.code} {...service} />
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

/** The refund of petrol near the border, and what a tank costs after it; nothing elsewhere. */
function BorderRefund({ branch, now }: { branch: Branch; now: Date }) {
  const tank = useTank(PETROL)
  const { basisPoints, cents } = tankCost(branch, tank, now)
  if (basisPoints === 0) return null
  return (
    <p className="text-pretty">
      Si pagás la nafta con tarjeta te devuelven el {percent(basisPoints)}, por la Ley{' '}
      {TAX_LAWS[BORDER_INDI]?.law}.{' '}
      {cents && (
        <>
          Así te sale <b className="figures">{money(cents.cost)}</b> {tankText(tank)}.
        </>
      )}
    </p>
  )
}

const inPumpOrder = (fuels: Branch['fuels']) =>
  fuels.toSorted((a, b) => pumpOf(a.code) - pumpOf(b.code))

/** Products that no pump sells, as supergas, are last. */
const pumpOf = (code: string) => PUMPS.indexOf(code) + (PUMPS.includes(code) ? 0 : 100)

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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

const ICONS: Record<string, LucideIcon> = {
  store: ShoppingBasket,
  wash: Droplets,
  tyres: CircleDot,
  lubrication: Wrench,
  gas: Flame,
  parking: SquareParking,
  collection: Receipt,
  cash: Banknote,
}

function Service({ code, values }: Branch['services'][number]) {
  const Icon = ICONS[code] ?? Store
  return (
    <li className="flex items-center gap-2 rounded-control bg-sunken px-3 py-1.5 text-sm">
      <Icon aria-hidden="true" size={18} className="shrink-0 text-soft" />
      <span>
        {serviceLabel(code)}
        {values.length > 0 && (
          <span className="text-soft">: {values.map(valueLabel).join(', ')}</span>
        )}
      </span>
    </li>
  )
}
