import { useSession } from '#app/context.ts'
import { FaqContent } from '#app/features/info/FaqContent.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { ArticleLayout } from '#kit/layout/ArticleLayout.tsx'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'

const TITLE = 'Preguntas frecuentes'

/** Frequently asked questions, with the menu when there is a session. */
export default function Faq() {
  const terms = <TextLink to="/termandCondition">Términos y condiciones</TextLink>
  if (useSession())
    return (
      <AppScreen title={TITLE}>
        <FaqContent />
        <div>{terms}</div>
      </AppScreen>
    )
  return (
    <ArticleLayout title={TITLE} lead="Lo que más nos preguntan, sin vueltas.">
      <FaqContent />
      <AuthLinks>
        <ButtonLink to="/">Ir a Surtidor</ButtonLink>
        {terms}
      </AuthLinks>
    </ArticleLayout>
  )
}
