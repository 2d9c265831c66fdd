import { CloudUpload } from 'lucide-react'
import { useState } from 'react'
import { useApp } from '#app/context.ts'
import {
  type CommentFields,
  MESSAGE,
  type PendingMessage,
} from '#app/features/comments/pendingMessage.ts'
import { discardPending, takePending, usePending } from '#app/offline/pendingCall.ts'
import { useRepeating } from '#kit/api/repeatCall.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'

interface Props {
  isFormFree: boolean
  onEdit: (fields: CommentFields) => void
}

export function PendingMessageCard({ isFormFree, onEdit }: Props) {
  const message = usePending(MESSAGE)
  const { session } = useApp()
  const [note, setNote] = useState('')
  const [asked, setAsked] = useState<PendingMessage>()
  const last = useLastDefined(asked)

  const edit = async () => {
    if (!isFormFree) return setNote('Mandá o borrá primero lo que estás escribiendo arriba.')
    const fields = await takePending(MESSAGE, session)
    setNote(fields ? '' : 'Ese mensaje ya estaba saliendo: no se puede corregir.')
    if (fields) onEdit(fields)
  }
  return (
    <>
      {note !== '' && <Alert tone="warn">{note}</Alert>}
      {message && (
        <List label="Mensajes sin mandar">
          <MessageRow
            message={message}
            onEdit={() => void edit()}
            onDiscard={() => setAsked(message)}
          />
        </List>
      )}
      {message && !session.isRemembered() && (
        <p className="text-soft">
          No marcaste «Recordarme»: dejá abierta esta pestaña hasta que salga, o se pierde.
        </p>
      )}
      {last && (
        <LazyConfirmDialog
          open={asked !== undefined}
          title="¿Descartar el mensaje?"
          danger
          onCancel={() => setAsked(undefined)}
          verb="Descartar el mensaje"
          onConfirm={() => {
            setAsked(undefined)
            discardPending(MESSAGE, session, last.id)
          }}
        >
          {last.state === 'unknown'
            ? `«${last.fields.title}» se borra de este dispositivo. Ya intentamos mandarlo: puede que nos haya llegado.`
            : `«${last.fields.title}» se borra de este dispositivo y no nos llega.`}
        </LazyConfirmDialog>
      )}
    </>
  )
}

interface RowProps {
  message: PendingMessage
  onEdit: () => void
  onDiscard: () => void
}

function MessageRow({ message, onEdit, onDiscard }: RowProps) {
  const { fields, state, sentence } = message
  // The server does not answer for now: another connection would not help.
  const isRepeating = useRepeating() && state === 'unknown'
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3">
      <IconCircle icon={CloudUpload} tone={state === 'refused' ? 'bad' : 'warn'} />
      <div className="min-w-0 flex-1 basis-[10rem]">
        <p className="font-medium wrap-anywhere">{fields.title}</p>
        <p className="text-sm text-soft">{fields.type}</p>
        {state === 'refused' ? (
          <>
            <Badge tone="bad">No salió</Badge>
            <p className="text-sm text-bad">{sentence}</p>
          </>
        ) : (
          <Badge tone="warn">
            {isRepeating ? 'Un momento…' : 'Sale cuando vuelva la conexión'}
          </Badge>
        )}
      </div>
      <div className="flex flex-wrap gap-x-2">
        {state !== 'unknown' && (
          <Button kind="plain" aria-label={`Corregir: ${fields.title}`} onClick={onEdit}>
            Corregir
          </Button>
        )}
        <Button kind="plain" aria-label={`Descartar: ${fields.title}`} onClick={onDiscard}>
          Descartar
        </Button>
      </div>
    </li>
  )
}
