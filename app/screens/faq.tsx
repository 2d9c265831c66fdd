import { useSession } from '#app/context.ts'
import { FrontLinks } from '#app/parts/FrontLinks.tsx'
import { Questions } from '#app/parts/Questions.tsx'
import { Screen } from '#app/parts/Screen.tsx'
import { ButtonLink } from '#kit/ButtonLink.tsx'
import { Reading } from '#kit/Reading.tsx'
import { TextLink } from '#kit/TextLink.tsx'

const TITLE = 'Preguntas frecuentes'

/** The same questions for everybody; who is signed in keeps the menu. */
export default function Faq() {
  const terms = <TextLink to="/termandCondition">Términos y condiciones</TextLink>
  if (useSession())
    return (
      <Screen title={TITLE}>
        <Questions />
        <div>{terms}</div>
      </Screen>
    )
  return (
    <Reading title={TITLE} lead="Lo que más nos preguntan, sin vueltas.">
      <Questions />
      <FrontLinks>
        <ButtonLink to="/">Ir a Surtidor</ButtonLink>
        {terms}
      </FrontLinks>
    </Reading>
  )
}
