import { NotFoundPage } from '#shared/shell/NotFoundPage.tsx'

export default function NotFound() {
  return <NotFoundPage link="Ir a la consola" />
}
