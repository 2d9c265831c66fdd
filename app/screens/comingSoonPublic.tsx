import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Empty } from '#kit/feedback/EmptyState.tsx'
import { Front } from '#kit/layout/AuthLayout.tsx'

/** An open route whose screen this release does not have. */
export default function NotYetOpen() {
  return (
    <Front title="Próximamente">
      <Empty
        picture="signpost"
        title="Esta pantalla todavía no está en esta versión"
        action={<ButtonLink to="/">Volver</ButtonLink>}
      >
        La estamos preparando. Gracias por la paciencia.
      </Empty>
    </Front>
  )
}
