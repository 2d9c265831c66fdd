import { ButtonLink } from '#kit/ButtonLink.tsx'
import { Empty } from '#kit/Empty.tsx'
import { Front } from '#kit/Front.tsx'

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
