import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Empty } from '#kit/feedback/EmptyState.tsx'
import { Front } from '#kit/layout/AuthLayout.tsx'

/** An address that is no route of ours. It says the same to everybody. */
export default function UnknownAddress() {
  return (
    <Front title="No encontramos esa página">
      <Empty
        picture="signpost"
        title="Por acá no hay nada"
        action={<ButtonLink to="/">Ir al inicio</ButtonLink>}
      >
        Puede que la dirección esté mal escrita o que la página ya no exista.
      </Empty>
    </Front>
  )
}
