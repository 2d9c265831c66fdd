import { useSession } from '#console/context.ts'
import { MESSAGE_STATE_TONES } from '#console/features/messageStateTone.ts'
import { MESSAGE_STATE_LABELS } from '#contract/entities/contactMessage.ts'
import { answerMessage } from '#contract/operator/answerMessage.ts'
import { type ContactMessage, contactMessages } from '#contract/operator/contactMessages.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { TextArea } from '#kit/form/Field.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { points } from '#kit/format/numbers.ts'
import { linkClasses } from '#kit/style/linkClasses.ts'
import { useDraft } from '#shared/approvals/useObservations.ts'

const MAX_ANSWER = 2000

interface Props {
  message: ContactMessage
  open: boolean
  onClose: () => void
}

/** A contact message with its answer or, while it waits for one, the form that answers or closes it. */
export function MessageSheet({ message, open, onClose }: Props) {
  const { id, title, text, type, name, email, datetime, branchName } = message
  const { state, answer, answeredAt } = message
  const draft = useDraft(useSession()?.email ?? '', id)
  const mailto = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${title}`)}`
  const waits = state === 'RECEIVED'
  const typed = draft.text.trim()
  const tooLong = typed.length > MAX_ANSWER
  /** About the answer; empty to close the message without one. */
  const sending = useConfirmedCall(answerMessage, {
    invalidates: [contactMessages],
    question: (sent: string) =>
      sent
        ? {
            title: `¿Contestarle a ${name}?`,
            text: 'Le llega en la app y por correo. Después no se puede cambiar.',
          }
        : {
            title: '¿Cerrar sin responder?',
            text: `${name} va a ver que lo leímos y que no necesita respuesta. Después no se puede contestar.`,
          },
    request: (sent) => ({ messageId: id, answer: sent }),
    onSuccess: (_answer, sent) => {
      showToast(sent ? `Le contestaste a ${name}.` : 'Cerraste el mensaje.')
      draft.remove()
      onClose()
    },
  })
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      foot={
        waits && (
          <div className="flex flex-col gap-3">
            <SubmitError action="contestar" error={sending.error} />
            <div className="flex flex-wrap gap-3 *:flex-1">
              <Button kind="quiet" onClick={() => sending.ask('')}>
                Cerrar sin responder
              </Button>
              <Button disabled={typed === '' || tooLong} onClick={() => sending.ask(typed)}>
                Responder
              </Button>
            </div>
            {sending.dialog}
          </div>
        )
      }
    >
      <div className="flex flex-wrap gap-2">
        <Badge tone={MESSAGE_STATE_TONES[state]}>{MESSAGE_STATE_LABELS[state]}</Badge>
        <Badge>{type}</Badge>
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      {state === 'ANSWERED' && (
        <Alert tone="good" title="Le contestaron">
          <p className="whitespace-pre-wrap wrap-anywhere">{answer}</p>
        </Alert>
      )}
      <DescriptionList
        facts={[
          { name: 'De', value: name },
          {
            name: 'Correo',
            value: (
              <a href={mailto} className={`${linkClasses} wrap-anywhere`}>
                {email}
              </a>
            ),
          },
          branchName && { name: 'Sobre la estación', value: branchName },
          { name: 'Recibido', value: dateAndTime(datetime) },
          answeredAt && { name: MESSAGE_STATE_LABELS[state], value: dateAndTime(answeredAt) },
        ]}
      />
      {waits && (
        <TextArea
          label="Respuesta"
          hint={`Le llega en la app y por correo. ${points(draft.text.length)} de ${points(MAX_ANSWER)} caracteres.`}
          error={tooLong ? `Entran ${points(MAX_ANSWER)} caracteres.` : undefined}
          value={draft.text}
          onChange={({ target }) => draft.write(target.value)}
        />
      )}
    </Sheet>
  )
}
