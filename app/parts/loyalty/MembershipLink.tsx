import { ChevronRight, QrCode } from 'lucide-react'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { BrandArtwork } from '#kit/display/BrandArtwork.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { points } from '#kit/format/format.ts'
import { vehicleName } from '#kit/format/vehicle.ts'

/** A membership in force in the list: programme, points and vehicles; opens its card. */
export function MembershipLink({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode, programmeName, vehicles } = loyalty
  return (
    <RouteLink
      to="/loyalty"
      search={{ loyaltyCode }}
      className="deep relative isolate flex min-h-32 flex-col justify-between gap-4 overflow-hidden rounded-card p-5 shadow-card transition active:scale-99"
    >
      <BrandArtwork />
      <span className="flex items-start gap-3">
        <span className="min-w-0 flex-1">
          <span className="block text-lg font-bold tracking-tight">{programmeName}</span>
          <span className="block text-sm text-on-deep-soft">
            {vehicles.map(vehicleName).join(' · ') || 'Sin vehículos'}
          </span>
        </span>
        <QrCode aria-hidden="true" size={26} className="shrink-0" />
      </span>
      <span className="flex items-end justify-between gap-3">
        <span>
          <span className="figures text-3xl font-bold tracking-tight">
            {points(loyalty.points)}
          </span>{' '}
          puntos
        </span>
        <span className="flex items-center gap-1 font-semibold">
          Ver el código <ChevronRight aria-hidden="true" size={18} />
        </span>
      </span>
    </RouteLink>
  )
}
