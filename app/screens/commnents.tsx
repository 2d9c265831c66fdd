import { CommentForm } from '#app/parts/comments/CommentForm.tsx'
import { SentMessages } from '#app/parts/comments/SentMessages.tsx'
import { AppScreen } from '#app/parts/shell/AppScreen.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { Section } from '#kit/layout/Section.tsx'

/** Comentarios: a message to the network, and what became of the earlier ones. */
export default function Comments() {
  return (
    <AppScreen title="Comentarios">
      <Section title="Escribinos">
        <p className="text-pretty text-soft">
          Una consulta, una idea, un reclamo o unas gracias: lo lee una persona de la red.
        </p>
        <CommentForm />
        <div>
          <TextLink to="/faqAuth">Ver las preguntas frecuentes</TextLink>
        </div>
      </Section>
      <Section title="Lo que nos escribiste">
        <SentMessages />
      </Section>
    </AppScreen>
  )
}
