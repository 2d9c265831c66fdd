import { FrontLinks } from '#app/parts/FrontLinks.tsx'
import { Questions } from '#app/parts/Questions.tsx'
import { ButtonLink } from '#kit/ButtonLink.tsx'
import { Reading } from '#kit/Reading.tsx'
import { TextLink } from '#kit/TextLink.tsx'

/** The same questions for who has no session yet. */
export default function Faq() {
  return (
    <Reading title="Preguntas frecuentes" lead="Lo que más nos preguntan, sin vueltas.">
      <Questions />
      <FrontLinks>
        <ButtonLink to="/">Ir a Surtidor</ButtonLink>
        <TextLink to="/termandCondition">Términos y condiciones</TextLink>
      </FrontLinks>
    </Reading>
  )
}
