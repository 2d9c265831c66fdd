import { NotFoundPage } from '#shared/shell/NotFoundPage.tsx'

/** An address without a route. */
export default function NotFound() {
  return <NotFoundPage link="Ir a la consola" />
}
