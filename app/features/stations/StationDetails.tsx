import {
  Banknote,
  CircleDot,
  Droplets,
  Flame,
  type LucideIcon,
  Receipt,
  ShoppingBasket,
  SquareParking,
  Store,
  Wrench,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { LocatedBranch } from '#app/features/stations/distance.ts'
import { FuelPrices } from '#app/features/stations/FuelPrices.tsx'
import { openingState, openingText } from '#app/features/stations/openingHours.ts'
import { PUMPS, serviceLabel, valueLabel } from '#app/features/stations/serviceLabels.ts'
import { PETROL, tankCost, tankText, useTank } from '#app/features/stations/tank.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { distance, money, percent } from '#kit/format/numbers.ts'

/** What a station offers: address, opening hours, prices and services. */
export function StationDetails({ station, now }: { station: LocatedBranch; now: Date }) {
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
      Si pagás la nafta con tarjeta te devuelven el {percent(basisPoints)}.{' '}
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
