import { Check, CircleCheck, Hourglass, type LucideIcon } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { SENT_MESSAGES } from '#app/requests.ts'
import {
  MESSAGE_STATE_LABELS,
  type MessageState,
  type SentMessage,
} from '#contract/entities/contactMessage.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useSelectedItem } from '#kit/browser/useSelectedParam.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { dateAndTime, nearDay } from '#kit/format/dates.ts'
import type { Tone } from '#kit/style/tone.ts'

export function SentMessages() {
  const query = useInfiniteCall(sentMessages, SENT_MESSAGES)
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={3} />}>
      {(pages) => {
        const messages = pages.flatMap((page) => page.messages)
        if (messages.length === 0) return NO_MESSAGES
        return (
          <>
            <Messages messages={messages} />
            <LoadMore query={query} count={messages.length} within="en total" />
          </>
        )
      }}
    </QueryView>
  )
}

function Messages({ messages }: { messages: readonly SentMessage[] }) {
  const now = useNow()
  const { item, isOpen, isMissing, choose, close } = useSelectedItem('id', messages)
  return (
    <>
      {isMissing && <Alert tone="warn">Ese mensaje no está entre los de abajo.</Alert>}
      <List label="Mensajes enviados">
        {messages.map(({ id, title, type, branchName, datetime, state }) => {
          const { icon, tone } = MESSAGE_STATE_STYLES[state]
          return (
            <ListItem
              key={id}
              onPress={() => choose(id)}
              mark={<IconCircle icon={icon} tone={tone} />}
              title={title}
              detail={
                <>
                  <span className="block">
                    {[type, branchName, nearDay(datetime, now)].filter(Boolean).join(' · ')}
                  </span>
                  <Badge tone={tone}>{MESSAGE_STATE_LABELS[state]}</Badge>
                </>
              }
            />
          )
        })}
      </List>
      {item && <SentMessageSheet message={item} open={isOpen} onClose={close} />}
    </>
  )
}

const NO_MESSAGES = (
  <EmptyState picture="receipt" title="Todavía no nos escribiste">
    Acá vas a ver tus mensajes y lo que te contestemos.
  </EmptyState>
)

interface SentMessageSheetProps {
  message: SentMessage
  open: boolean
  onClose: () => void
}

function SentMessageSheet({ message, open, onClose }: SentMessageSheetProps) {
  const { title, text, state, answer, answeredAt, datetime, type, branchName } = message
  return (
    <LazySheet open={open} onClose={onClose} title={title}>
      <div>
        <Badge tone={MESSAGE_STATE_STYLES[state].tone}>{MESSAGE_STATE_LABELS[state]}</Badge>
      </div>
      {state === 'RECEIVED' && (
        <p className="text-soft">Lo tenemos. Te avisamos acá y por correo cuando te contestemos.</p>
      )}
      {state === 'ANSWERED' && (
        <Alert tone="good" title="Te contestamos">
          <p className="whitespace-pre-wrap wrap-anywhere">{answer}</p>
        </Alert>
      )}
      {state === 'CLOSED' && (
        <p className="text-soft">Lo leímos y lo cerramos: no necesita una respuesta.</p>
      )}
      <div className="flex flex-col gap-1">
        <h3 className="text-sm font-medium text-soft">Lo que nos escribiste</h3>
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      </div>
      <DescriptionList
        facts={[
          { name: 'De qué se trata', value: type },
          branchName && { name: 'Estación', value: branchName },
          { name: 'Enviado', value: dateAndTime(datetime) },
          answeredAt && {
            name: state === 'CLOSED' ? 'Cerrado' : 'Respondido',
            value: dateAndTime(answeredAt),
          },
        ]}
      />
    </LazySheet>
  )
}

const MESSAGE_STATE_STYLES: Record<MessageState, { tone: Tone; icon: LucideIcon }> = {
  RECEIVED: { tone: 'warn', icon: Hourglass },
  ANSWERED: { tone: 'good', icon: CircleCheck },
  CLOSED: { tone: 'neutral', icon: Check },
}
