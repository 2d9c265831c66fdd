import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'

/** Empty state of the lists that need a loyalty. */
export function NoLoyalty() {
  return (
    <EmptyState
      picture="pump"
      title="Todavía no tenés afiliaciones"
      action={<ButtonLink to="/listLoyalty">Ver los programas</ButtonLink>}
    >
      Cuando te afilies a un programa, acá vas a ver tus cargas, lo que ahorraste y tus puntos.
    </EmptyState>
  )
}
