import { CloudUpload } from 'lucide-react'
import { useState } from 'react'
import { useApp } from '#app/context.ts'
import type { MessageFields, UnsentMessage } from '#app/offline/outbox.ts'
import { useOutbox, useUnsentMessages } from '#app/offline/outboxContext.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'

interface Props {
  /** Puts a message back into the form. @returns whether the form was free */
  onEdit: (take: () => Promise<MessageFields | null>) => Promise<boolean>
}

/** The messages that wait on the device for a network. */
export function UnsentMessages({ onEdit }: Props) {
  const messages = useUnsentMessages()
  const outbox = useOutbox()
  const { session } = useApp()
  const [note, setNote] = useState('')
  /** The message that is about to be discarded; it stays drawn while the dialog closes. */
  const [asked, setAsked] = useState<UnsentMessage>()
  const [isOpen, setOpen] = useState(false)

  const edit = async (id: string) => {
    let taken: MessageFields | null = null
    const wasFree = await onEdit(async () => (taken = await outbox.take(id)))
    if (!wasFree) setNote('Mandá o borrá primero lo que estás escribiendo arriba.')
    else setNote(taken ? '' : 'Ese mensaje ya estaba saliendo: no se puede corregir.')
  }
  const discard = async () => {
    setOpen(false)
    if (asked) await outbox.discard(asked.id)
  }
  return (
    <>
      {note !== '' && <Alert tone="warn">{note}</Alert>}
      {messages.length > 0 && (
        <List label="Mensajes sin mandar">
          {messages.map((message) => (
            <UnsentRow
              key={message.id}
              message={message}
              onEdit={() => void edit(message.id)}
              onDiscard={() => {
                setAsked(message)
                setOpen(true)
              }}
            />
          ))}
        </List>
      )}
      {messages.length > 0 && !session.isRemembered() && (
        <Text kind="soft">
          No marcaste «Recordarme»: dejá abierta esta pestaña hasta que salga, o se pierde.
        </Text>
      )}
      {asked && (
        <LazyConfirmDialog
          open={isOpen}
          title="¿Descartar el mensaje?"
          danger
          onCancel={() => setOpen(false)}
          onOk={() => void discard()}
        >
          {asked.state === 'unknown'
            ? `«${asked.fields.title}» se borra de este dispositivo. Ya intentamos mandarlo: puede que nos haya llegado.`
            : `«${asked.fields.title}» se borra de este dispositivo y no nos llega.`}
        </LazyConfirmDialog>
      )}
    </>
  )
}

interface RowProps {
  message: UnsentMessage
  onEdit: () => void
  onDiscard: () => void
}

function UnsentRow({ message, onEdit, onDiscard }: RowProps) {
  const { fields, state, sentence } = message
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
          <Badge tone="warn">Sale cuando vuelva la conexión</Badge>
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
