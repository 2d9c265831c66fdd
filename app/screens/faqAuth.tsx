import { Questions } from '#app/parts/Questions.tsx'
import { Screen } from '#app/parts/Screen.tsx'
import { TextLink } from '#kit/TextLink.tsx'

/** Preguntas Frecuentes of the menu. */
export default function FaqAuth() {
  return (
    <Screen title="Preguntas Frecuentes">
      <Questions />
      <div>
        <TextLink to="/termandCondition">Términos y condiciones</TextLink>
      </div>
    </Screen>
  )
}
