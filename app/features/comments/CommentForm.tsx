import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useApp } from '#app/context.ts'
import { type CommentFields, MESSAGE } from '#app/features/comments/pendingMessage.ts'
import { submitPending, usePending } from '#app/offline/pendingCall.ts'
import { MESSAGE_TYPES } from '#contract/entities/contactMessage.ts'
import { contact } from '#contract/user/contact.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { Field, Select, TextArea } from '#kit/form/Field.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { points } from '#kit/format/numbers.ts'

/** A chunk of its own: the combobox is a library. Without it a message has no station. */
const StationPicker = lazyComponent(
  async () => (await import('#app/features/comments/StationPicker.tsx')).StationPicker,
  NoStationPicker,
)

/** The field before its library is loaded: of the same size, and no obstacle to sending the form. */
function NoStationPicker({ hint, failure }: { hint: string; failure: ReactNode }) {
  return (
    <>
      <Field
        label="Sobre qué estación"
        optional
        placeholder="Ninguna en especial"
        hint={hint}
        readOnly
      />
      {failure}
    </>
  )
}

const TYPES = MESSAGE_TYPES.map((value) => ({ value, label: value }))
const MAX_TITLE = 100
const MAX_TEXT = 4000

interface Props {
  draft: CommentFields
  onChange: (draft: CommentFields) => void
  onDone: () => void
  focused: boolean
}

export function CommentForm({ draft, onChange, onDone, focused }: Props) {
  const app = useApp()
  const sending = useMutation({
    mutationFn: (fields: CommentFields) => submitPending(MESSAGE, app, fields),
  })

  const write = (fields: Partial<CommentFields>) => {
    onChange({ ...draft, ...fields })
    if (sending.isSuccess) sending.reset()
  }
  const form = useMutationForm({
    mutation: sending,
    schema: contact.request,
    request: ({ title, text, type, branchCode }) => ({ title, text, type, branchCode }),
    onSuccess: (outcome) => {
      if (outcome !== 'busy') onDone()
    },
  })
  const isWaiting = usePending(MESSAGE) !== null
  useEffect(() => {
    if (focused) form.ref.current?.querySelector<HTMLInputElement>('[name=title]')?.focus()
  }, [focused, form.ref])
  return (
    <MutationForm form={form} action="mandar el mensaje" button="Enviar">
      <Select
        label="De qué se trata"
        name="type"
        placeholder="Elegí una opción"
        options={TYPES}
        value={draft.type}
        onChange={({ target }) => write({ type: target.value })}
      />
      <input type="hidden" name="branchCode" value={draft.branchCode} />
      <StationPicker
        value={draft.branchCode}
        onChange={(branchCode) => write({ branchCode })}
        hint="Escribí parte del nombre o de la dirección."
      />
      <Field
        label="Título"
        name="title"
        autoComplete="off"
        value={draft.title}
        onChange={({ target }) => write({ title: target.value })}
        hint={countText(draft.title, MAX_TITLE)}
        error={tooLong(draft.title, MAX_TITLE)}
      />
      <TextArea
        label="Mensaje"
        name="text"
        value={draft.text}
        onChange={({ target }) => write({ text: target.value })}
        hint={countText(draft.text, MAX_TEXT)}
        error={tooLong(draft.text, MAX_TEXT)}
      />
      {sending.data && (sending.data === 'sent' || isWaiting) && (
        <Alert
          tone={sending.data === 'sent' ? 'good' : 'warn'}
          title={OUTCOMES[sending.data].title}
        >
          {OUTCOMES[sending.data].text}
        </Alert>
      )}
    </MutationForm>
  )
}

const OUTCOMES = {
  waiting: {
    title: 'Lo guardamos en este dispositivo',
    text: 'Sale solo cuando vuelva la conexión. Lo ves abajo, y ahí lo podés corregir o descartar.',
  },
  busy: {
    title: 'Hay otro mensaje que espera',
    text: 'Mandá este cuando el de abajo haya salido, o descartá el de abajo.',
  },
  sent: {
    title: '¡Gracias por escribirnos!',
    text: 'Te mandamos un correo para confirmarlo, y te avisamos acá cuando te contestemos.',
  },
}

const countText = (text: string, max: number) =>
  `${points(text.length)} de ${points(max)} caracteres`

const tooLong = (text: string, max: number) =>
  text.trim().length > max
    ? `Te pasaste por ${points(text.trim().length - max)} caracteres: entran ${points(max)}.`
    : undefined
