import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

/** A public route whose screen this version does not have yet. */
export default function Home() {
  return (
    <AuthLayout title="Próximamente">
      <EmptyState
        picture="signpost"
        title="Esta pantalla todavía no está en esta versión"
        action={<ButtonLink to="/">Volver</ButtonLink>}
      >
        La estamos preparando. Gracias por la paciencia.
      </EmptyState>
    </AuthLayout>
  )
}
