import { ClaimForm } from '#app/features/claims/ClaimForm.tsx'
import { ClaimList } from '#app/features/claims/ClaimList.tsx'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { LoyaltySelect, RequireLoyalty } from '#app/features/movements/RequireLoyalty.tsx'
import { CLAIM_DAYS } from '#contract/entities/purchaseClaim.ts'
import { Skeleton } from '#kit/feedback/QueryView.tsx'
import { Section } from '#kit/layout/Section.tsx'

export function ClaimsView() {
  const loyalties = useLoyalties()
  return (
    <RequireLoyalty loyalties={loyalties} skeleton={<Skeleton shape="row" count={4} />}>
      <Section title="Reclamá sus puntos">
        <p className="text-pretty text-soft">
          Cargaste y la compra no aparece: con tu comprobante la buscamos en lo que informó la
          estación. Tenés {CLAIM_DAYS} días.
        </p>
        <LoyaltySelect {...loyalties} />
        <ClaimForm loyaltyCode={loyalties.code} />
      </Section>
      <Section title="Lo que reclamaste">
        <ClaimList />
      </Section>
    </RequireLoyalty>
  )
}
