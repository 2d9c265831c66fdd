import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

/** @param props.link label of the link to the program's first page */
export function NotFoundPage({ link }: { link: string }) {
  return (
    <AuthLayout title="No encontramos esa página">
      <EmptyState
        picture="signpost"
        title="Por acá no hay nada"
        action={<ButtonLink to="/">{link}</ButtonLink>}
      >
        Puede que la dirección esté mal escrita o que la página ya no exista.
      </EmptyState>
    </AuthLayout>
  )
}
