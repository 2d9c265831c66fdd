import { ArrowLeft } from 'lucide-react'
import { TextLink } from '#kit/display/TextLink.tsx'

/** The way back from a part of Mis Datos. */
export function BackToOverview() {
  return (
    <nav aria-label="Volver" className="-my-3">
      <TextLink to="/editUser">
        <ArrowLeft aria-hidden="true" size={18} className="mr-1.5" />
        Mis Datos
      </TextLink>
    </nav>
  )
}
