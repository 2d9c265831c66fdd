import { AppScreen } from '#app/parts/shell/AppScreen.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'

/** A route whose screen this version does not have yet. */
export function ComingSoon() {
  return (
    <AppScreen title="Próximamente">
      <EmptyState
        picture="signpost"
        title="Esta pantalla todavía no está en esta versión"
        action={<ButtonLink to="/">Volver al inicio</ButtonLink>}
      >
        La estamos preparando. Mientras tanto, tus puntos, tus cargas y tus pagos ya te esperan.
      </EmptyState>
    </AppScreen>
  )
}
