import { useState } from 'react'
import { useSession } from '#app/context.ts'
import { CommentForm } from '#app/features/comments/CommentForm.tsx'
import { type CommentFields, commentDraft } from '#app/features/comments/commentDraft.ts'
import { PendingMessageCard } from '#app/features/comments/PendingMessageCard.tsx'
import { SentMessages } from '#app/features/comments/SentMessages.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { Section } from '#kit/layout/Section.tsx'

/** A chunk of its own: few people ever need it. */
const BirthdateForm = lazyComponent(
  async () => (await import('#app/features/comments/BirthdateForm.tsx')).BirthdateForm,
)

/** Comentarios: a message to the network, and what became of the earlier ones. */
export default function Comments() {
  const email = useSession()?.user.email ?? ''
  const draft = commentDraft(email)
  const { about } = useSearchParams().params
  /** Counts the messages that were put back into the form: each draws it anew. */
  const [edits, setEdits] = useState(0)
  const edit = (fields: CommentFields) => {
    draft.save(Object.entries(fields))
    setEdits((count) => count + 1)
  }
  const isFormFree = () => {
    const { title = '', text = '' } = draft.load()
    return title.trim() === '' && text.trim() === ''
  }
  return (
    <AppScreen title="Comentarios">
      <Section title="Escribinos">
        <p className="text-pretty text-soft">
          Una consulta, una idea, un reclamo o unas gracias: lo lee una persona de la red.
        </p>
        {about === 'birthdate' ? (
          <BirthdateForm />
        ) : (
          <CommentForm key={edits} focused={edits > 0} />
        )}
        <div>
          <TextLink to="/faqAuth">Ver las preguntas frecuentes</TextLink>
        </div>
        <div>
          <TextLink to="/commnents" search={about ? {} : { about: 'birthdate' }}>
            {about ? 'Escribirnos por otra cosa' : 'Corregir mi fecha de nacimiento con una foto'}
          </TextLink>
        </div>
      </Section>
      <Section title="Lo que nos escribiste">
        <PendingMessageCard isFormFree={isFormFree} onEdit={edit} />
        <SentMessages />
      </Section>
    </AppScreen>
  )
}
