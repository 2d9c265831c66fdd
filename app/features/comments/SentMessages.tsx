import { useEffect } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { whenIdle } from '#app/device/whenIdle.ts'
import { MESSAGE_STATE_STYLES } from '#app/features/comments/messageStateStyle.ts'
import { SENT_MESSAGES } from '#app/features/comments/sentMessagesRequest.ts'
import { MESSAGE_STATE_LABELS, type SentMessage } from '#contract/entities/contactMessage.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { nearDay } from '#kit/format/dates.ts'

/** A chunk of its own: the list is drawn without the dialog library. */
const SentMessageSheet = lazyComponent(
  async () => (await import('#app/features/comments/SentMessageSheet.tsx')).SentMessageSheet,
)

/** The person's messages to the network with their state, newest first; one opens by the address. */
export function SentMessages() {
  const query = useInfiniteCall(sentMessages, SENT_MESSAGES)
  useEffect(() => whenIdle(SentMessageSheet.preload), [])
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={3} />}>
      {(pages) => {
        const messages = pages.flatMap((page) => page.messages)
        if (messages.length === 0) return <NoMessages />
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
  const { chosen, choose, close } = useSelectedParam('id')
  const message = messages.find(({ id }) => id === chosen)
  const shown = useLastDefined(message)
  return (
    <>
      {chosen !== '' && !message && (
        <Alert tone="warn">Ese mensaje no está entre los de abajo.</Alert>
      )}
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
      {shown && <SentMessageSheet message={shown} open={message !== undefined} onClose={close} />}
    </>
  )
}

function NoMessages() {
  return (
    <EmptyState picture="receipt" title="Todavía no nos escribiste">
      Acá vas a ver tus mensajes y lo que te contestemos.
    </EmptyState>
  )
}
