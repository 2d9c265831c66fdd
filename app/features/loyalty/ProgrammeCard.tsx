import { Gift, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { BenefitsView, ProgrammeBenefits } from '#app/features/loyalty/ProgrammeBenefits.tsx'
import { counted } from '#app/features/loyalty/pointsTexts.ts'
import type { Programme } from '#contract/loyalty/membershipRequestList.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Skeleton } from '#kit/feedback/QueryView.tsx'
import { longDate } from '#kit/format/dates.ts'

/** A programme to join: what it gives, and in small who decides. */
export function ProgrammeCard({ programme }: { programme: Programme }) {
  const { code, name, retainedPoints } = programme
  return (
    <Card mark={<IconCircle icon={Ticket} />} title={name}>
      <RetainedPoints programme={programme} />
      <BenefitsView
        skeleton={<Skeleton shape="text" count={6} />}
        instead={<p className="text-soft">Cuántos puntos da se ve con conexión.</p>}
      >
        {(all) =>
          all
            .filter((one) => one.code === code)
            .map((one) => <ProgrammeBenefits key={code} programme={one} />)
        }
      </BenefitsView>
      <div className="mt-auto flex flex-col gap-3">
        <ButtonLink to="/listLoyalty" search={{ programme: code }} wide>
          {retainedPoints > 0 ? 'Volver a afiliarme' : 'Afiliarme'}
        </ButtonLink>
        <p className="text-sm text-pretty text-soft">{approvalText(programme)}</p>
      </div>
    </Card>
  )
}

export const approvalText = ({ sponsored }: Pick<Programme, 'sponsored'>): string =>
  sponsored
    ? 'Para quienes manejan con un auspiciante: primero te autoriza él y después Disa.'
    : 'Para quien carga con nosotros: lo autoriza Disa.'

/** The points that a programme keeps for a person who left it; nothing without any. */
export function RetainedPoints({ programme }: { programme: Programme }): ReactNode {
  const { retainedPoints, retainedUntil } = programme
  if (retainedPoints === 0) return null
  return (
    <p className="flex items-start gap-1.5 text-sm font-medium text-pretty text-brand-text">
      <Gift aria-hidden="true" size={18} className="mt-px shrink-0" />
      <span>
        Te guardamos {counted(retainedPoints)} hasta el {longDate(retainedUntil)}.
      </span>
    </p>
  )
}
