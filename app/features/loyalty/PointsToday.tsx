import { counted, expiryText, pointsParts } from '#app/features/loyalty/pointsTexts.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { Card } from '#kit/display/Card.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { points } from '#kit/format/numbers.ts'
import { Section } from '#kit/layout/Section.tsx'

/** The points of a loyalty by what they are today; nothing when the server does not tell them apart. */
export function PointsToday({ loyalty }: { loyalty: Loyalty }) {
  const { sums, days, later } = pointsParts(loyalty)
  if (sums.length === 0) return null
  const [next, ...others] = days.map(expiryText)
  if (later > 0) others.push(`y más adelante, ${counted(later)} más`)
  return (
    <Section title="Tus puntos hoy">
      <Card>
        <DescriptionList
          facts={sums.map((fact, place) => ({
            name: fact.name,
            value: points(fact.points),
            strong: place === 0,
          }))}
        />
      </Card>
      {next && (
        <List label="Cuándo vencen">
          {others.length === 0 ? (
            <ListItem title={next} />
          ) : (
            <Disclosure title={next}>
              {others.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </Disclosure>
          )}
        </List>
      )}
    </Section>
  )
}
