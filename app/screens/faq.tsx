import { useSession } from '#app/context.ts'
import { FrontLinks } from '#app/parts/account/AuthLinks.tsx'
import { Questions } from '#app/parts/info/FaqContent.tsx'
import { Screen } from '#app/parts/shell/AppScreen.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Reading } from '#kit/layout/ArticleLayout.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'

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
