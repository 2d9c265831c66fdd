import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

/** An address that is no route of ours. It says the same to everybody. */
export default function UnknownAddress() {
  return (
    <AuthLayout title="No encontramos esa página">
      <EmptyState
        picture="signpost"
        title="Por acá no hay nada"
        action={<ButtonLink to="/">Ir al inicio</ButtonLink>}
      >
        Puede que la dirección esté mal escrita o que la página ya no exista.
      </EmptyState>
    </AuthLayout>
  )
}
