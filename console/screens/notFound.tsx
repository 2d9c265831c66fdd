import { ConsoleAuthLayout } from '#console/parts/ConsoleAuthLayout.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'

/** An address that is no page of the console. It says the same to everybody. */
export default function UnknownAddress() {
  return (
    <ConsoleAuthLayout title="No encontramos esa página">
      <EmptyState
        picture="signpost"
        title="Por acá no hay nada"
        action={<ButtonLink to="/">Ir a la consola</ButtonLink>}
      >
        Puede que la dirección esté mal escrita o que la página ya no exista.
      </EmptyState>
    </ConsoleAuthLayout>
  )
}
