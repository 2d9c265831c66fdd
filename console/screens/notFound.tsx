import { MOTTO } from '#console/parts/ConsoleAuthLayout.tsx'
import { NotFoundPage } from '#kit/shell/NotFoundPage.tsx'

/** An address without a route. */
export default function NotFound() {
  return <NotFoundPage link="Ir a la consola" motto={MOTTO} />
}
