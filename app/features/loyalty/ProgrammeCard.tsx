import { Ticket } from 'lucide-react'
import { approvalText } from '#app/features/loyalty/ProgrammeChoice.tsx'
import { RetainedPoints } from '#app/features/loyalty/RetainedPoints.tsx'
import type { Programme } from '#contract/loyalty/membershipRequestList.ts'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'

/** A programme that the person can ask to join. */
export function ProgrammeCard({ programme }: { programme: Programme }) {
  const { code, name, retainedPoints } = programme
  return (
    <Card mark={<IconCircle icon={Ticket} />} title={name}>
      <p className="text-pretty">{approvalText(programme)}</p>
      <RetainedPoints programme={programme} />
      <div className="mt-auto">
        <ButtonLink to="/listLoyalty" search={{ programme: code }}>
          {retainedPoints > 0 ? 'Volver a afiliarme' : 'Afiliarme'}
        </ButtonLink>
      </div>
    </Card>
  )
}
