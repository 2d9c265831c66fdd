import { QrCode } from 'lucide-react'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { points } from '#kit/format/numbers.ts'
import { vehicleName } from '#kit/format/vehicle.ts'

/** A loyalty in force in the list: programme, points and vehicles; opens its card. */
export function LoyaltyLink({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode, programmeName, vehicles, points: held } = loyalty
  return (
    <RouteLink
      to="/loyalty"
      search={{ loyaltyCode }}
      className="deep flex flex-wrap items-center gap-4 rounded-card p-5 shadow-card transition hover:brightness-110 active:scale-99"
    >
      <span className="flex min-w-0 flex-1 basis-[8rem] flex-col gap-1">
        <span className="text-lg font-bold tracking-tight wrap-anywhere">{programmeName}</span>
        <span>
          <span className="figures text-3xl font-bold tracking-tight">{points(held)}</span>{' '}
          {held === 1 ? 'punto' : 'puntos'}
        </span>
        <span className="text-sm text-on-deep-soft wrap-anywhere">{vehiclesText(vehicles)}</span>
      </span>
      <span className="flex flex-col items-center gap-1.5 text-sm font-semibold">
        <span
          aria-hidden="true"
          className="flex size-14 items-center justify-center rounded-inner bg-code-ground text-code"
        >
          <QrCode size={36} />
        </span>
        Ver código
      </span>
    </RouteLink>
  )
}

/** The first vehicle and how many others there are. */
function vehiclesText([first, ...others]: Loyalty['vehicles']): string {
  if (!first) return 'Sin vehículos'
  return `${vehicleName(first)}${others.length > 0 ? ` y ${others.length} más` : ''}`
}
