import { useSession } from '#console/context.ts'
import { MESSAGE_STATE_TONES } from '#console/features/messageStateTone.ts'
import { MESSAGE_STATE_LABELS } from '#contract/entities/contactMessage.ts'
import { answerMessage } from '#contract/operator/answerMessage.ts'
import { type ContactMessage, contactMessages } from '#contract/operator/contactMessages.ts'
import { messagePicture } from '#contract/operator/messagePicture.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { TextArea } from '#kit/form/Field.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { dateAndTime, shortDate } from '#kit/format/dates.ts'
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
  const { state, answer, answeredAt, wishedBirthdate } = message
  const draft = useDraft(useSession()?.email ?? '', id)
  const mailto = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${title}`)}`
  const waits = state === 'RECEIVED'
  const typed = draft.text.trim()
  const tooLong = typed.length > MAX_ANSWER
  const viewing = useCallMutation(messagePicture)
  /** About the answer; empty to close the message without one, null to correct the birthdate. */
  const sending = useConfirmedCall(answerMessage, {
    invalidates: [contactMessages],
    question: (sent: string | null) => {
      if (sent === null)
        return {
          title: `¿Corregir la fecha de ${name}?`,
          text: 'Se lo avisamos y la foto se borra.',
        }
      return sent
        ? {
            title: `¿Contestarle a ${name}?`,
            text: 'Le llega en la app y por correo. Después no se puede cambiar.',
          }
        : {
            title: '¿Cerrar sin responder?',
            text: `${name} va a ver que lo leímos y que no necesita respuesta. Después no se puede contestar.`,
          }
    },
    request: (sent) => ({
      messageId: id,
      ...(sent === null ? { answer: typed, correctBirthdate: true } : { answer: sent }),
    }),
    onSuccess: (_answer, sent) => {
      showToast(sent === '' ? 'Cerraste el mensaje.' : `Le contestaste a ${name}.`)
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
              {viewing.data && (
                <Button disabled={tooLong} onClick={() => sending.ask(null)}>
                  Corregir la fecha
                </Button>
              )}
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
      {waits && wishedBirthdate && (
        <Alert tone="warn" title={`Pide como fecha de nacimiento ${shortDate(wishedBirthdate)}`}>
          <p>La foto se borra cuando decidís, y queda anotado quién la miró.</p>
          {viewing.data ? (
            <img
              src={`data:${viewing.data.mediaType};base64,${viewing.data.picture}`}
              alt={`Cédula de ${name}`}
            />
          ) : (
            <Button kind="quiet" onClick={() => viewing.mutate({ messageId: id })}>
              Ver la foto
            </Button>
          )}
          <SubmitError action="ver la foto" error={viewing.error} />
        </Alert>
      )}
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
          onChange={({ target }) => {
            draft.write(target.value)
            sending.reset()
          }}
        />
      )}
    </Sheet>
  )
}
