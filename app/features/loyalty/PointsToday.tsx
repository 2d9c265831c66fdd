import { pointsFacts } from '#app/features/loyalty/pointsTexts.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { Card } from '#kit/display/Card.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { points } from '#kit/format/numbers.ts'
import { Section } from '#kit/layout/Section.tsx'

/** The points of a loyalty by what they are today; nothing when the server does not tell them apart. */
export function PointsToday({ loyalty }: { loyalty: Loyalty }) {
  const facts = pointsFacts(loyalty)
  if (facts.length === 0) return null
  return (
    <Section title="Tus puntos hoy">
      <Card>
        <DescriptionList
          facts={facts.map((fact, place) => ({
            name: fact.name,
            value: points(fact.points),
            strong: place === 0,
          }))}
        />
      </Card>
    </Section>
  )
}
