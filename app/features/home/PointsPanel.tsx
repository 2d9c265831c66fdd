import { CardQueryView } from '#app/features/home/CardQueryView.tsx'
import type { Loyalties } from '#app/features/loyalty/useLoyalties.ts'
import { StatPanel } from '#kit/display/StatPanel.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { points } from '#kit/format/numbers.ts'

/** Points of the selected loyalty, and of the others below. */
export function PointsPanel({ query, code }: Loyalties) {
  return (
    <CardQueryView query={query} what="tus puntos" skeleton={<Skeleton shape="hero" />}>
      {({ loyalties }) => {
        const chosen = loyalties.find(({ loyaltyCode }) => loyaltyCode === code)
        const others = loyalties.filter(({ loyaltyCode }) => loyaltyCode !== code)
        if (!chosen) return null
        return (
          <StatPanel label={`Tus puntos en ${chosen.programmeName}`} figure={points(chosen.points)}>
            {others.length > 0 && (
              <ul className="flex flex-wrap gap-x-8 gap-y-1">
                {others.map((other) => (
                  <li key={other.loyaltyCode}>
                    <strong className="figures text-on-deep">{points(other.points)}</strong> en{' '}
                    {other.programmeName}
                  </li>
                ))}
              </ul>
            )}
          </StatPanel>
        )
      }}
    </CardQueryView>
  )
}
