import { useState } from 'react'
import { useSession } from '#app/context.ts'
import { CommentForm } from '#app/features/comments/CommentForm.tsx'
import { PendingMessageCard } from '#app/features/comments/PendingMessageCard.tsx'
import type { CommentFields } from '#app/features/comments/pendingMessage.ts'
import { SentMessages } from '#app/features/comments/SentMessages.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { ownKey } from '#kit/browser/perUserStorage.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { useDraft } from '#kit/form/useDraft.ts'
import { Section } from '#kit/layout/Section.tsx'

/** A chunk of its own: few people ever need it. */
const BirthdateForm = lazyComponent(
  async () => (await import('#app/features/comments/BirthdateForm.tsx')).BirthdateForm,
)

const NO_COMMENT: CommentFields = { title: '', text: '', type: '', branchCode: '' }
/** What a notification of a purchase on account begins. */
const objection = (ticket = '') => ({
  title: 'No reconozco una compra a cuenta',
  text: `No hice la compra a cuenta del ticket ${ticket}.`,
})

export default function Comments() {
  const email = useSession()?.user.email ?? ''
  // In the tab: another one may be writing another message.
  const draft = useDraft(ownKey(email, 'comment'))
  const { about, ticket } = useSearchParams().params
  const [fields, setFields] = useState({
    ...NO_COMMENT,
    ...(about === 'account' && objection(ticket)),
    ...draft.stored,
  })
  /** Counts the messages that were put back into the form: each draws it anew. */
  const [edits, setEdits] = useState(0)
  const write = (next: CommentFields) => {
    setFields(next)
    draft.save(Object.entries(next))
  }
  const clear = () => {
    setFields(NO_COMMENT)
    draft.clear()
  }
  const edit = (taken: CommentFields) => {
    write(taken)
    setEdits((count) => count + 1)
  }
  return (
    <AppScreen title="Comentarios">
      <Section title="Escribinos">
        <p className="text-pretty text-soft">
          Una consulta, una idea, un reclamo o un agradecimiento: lo lee una persona de la red.
        </p>
        {about === 'birthdate' ? (
          <BirthdateForm />
        ) : (
          <CommentForm
            key={edits}
            draft={fields}
            onChange={write}
            onDone={clear}
            focused={edits > 0}
          />
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
        <PendingMessageCard
          isFormFree={`${fields.title}${fields.text}`.trim() === ''}
          onEdit={edit}
        />
        <SentMessages />
      </Section>
    </AppScreen>
  )
}
