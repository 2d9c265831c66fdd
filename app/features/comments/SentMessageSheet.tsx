import { MESSAGE_STATE_STYLES } from '#app/features/comments/messageStateStyle.ts'
import { MESSAGE_STATE_LABELS, type SentMessage } from '#contract/entities/contactMessage.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { dateAndTime } from '#kit/format/dates.ts'

interface Props {
  message: SentMessage
  open: boolean
  onClose: () => void
}

/** One of the person's messages with what became of it. */
export function SentMessageSheet({ message, open, onClose }: Props) {
  const { title, text, state, answer, answeredAt, datetime, type, branchName } = message
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div>
        <Badge tone={MESSAGE_STATE_STYLES[state].tone}>{MESSAGE_STATE_LABELS[state]}</Badge>
      </div>
      {state === 'RECEIVED' && (
        <Text kind="soft">Lo tenemos. Te avisamos acá y por correo cuando te contestemos.</Text>
      )}
      {state === 'ANSWERED' && (
        <Alert tone="good" title="Te contestamos">
          <p className="whitespace-pre-wrap wrap-anywhere">{answer}</p>
        </Alert>
      )}
      {state === 'CLOSED' && (
        <Text kind="soft">Lo leímos y lo cerramos: no necesita una respuesta.</Text>
      )}
      <div className="flex flex-col gap-1">
        <h3 className="text-sm font-medium text-soft">Lo que nos escribiste</h3>
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      </div>
      <DescriptionList
        facts={[
          { name: 'De qué se trata', value: type },
          ...(branchName ? [{ name: 'Estación', value: branchName }] : []),
          { name: 'Enviado', value: dateAndTime(datetime) },
          ...(answeredAt
            ? [
                {
                  name: state === 'CLOSED' ? 'Cerrado' : 'Respondido',
                  value: dateAndTime(answeredAt),
                },
              ]
            : []),
        ]}
      />
    </Sheet>
  )
}
