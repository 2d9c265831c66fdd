import { Ticket } from 'lucide-react'
import { KeptPoints } from '#app/parts/loyalty/KeptPoints.tsx'
import { whoDecides } from '#app/parts/loyalty/ProgrammeChoice.tsx'
import type { Programme } from '#contract/loyalty/membershipRequestList.ts'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'

/** A programme that the person can ask to join. */
export function ProgrammeCard({ programme }: { programme: Programme }) {
  const { code, name, keptPoints } = programme
  return (
    <Card
      mark={
        <IconCircle>
          <Ticket size={20} />
        </IconCircle>
      }
      title={name}
    >
      <p className="text-pretty">{whoDecides(programme)}</p>
      <KeptPoints programme={programme} />
      <div className="mt-auto">
        <ButtonLink to="/listLoyalty" search={{ programme: code }}>
          {keptPoints > 0 ? 'Volver a afiliarme' : 'Afiliarme'}
        </ButtonLink>
      </div>
    </Card>
  )
}
