import { useState } from 'react'
import { PAGE_FIELDS } from '#console/pageFields.ts'
import { ConsoleScreen } from '#console/parts/ConsoleScreen.tsx'
import { MessageSheet } from '#console/parts/MessageSheet.tsx'
import { type ContactMessage, contactMessages } from '#contract/operator/contactMessages.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { type SelectedParam, useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { LoadMore } from '#kit/display/LoadMore.tsx'
import { type Column, Table } from '#kit/display/Table.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { shortDate } from '#kit/format/format.ts'

const COLUMNS: readonly Column<ContactMessage>[] = [
  { name: 'Asunto', cell: ({ title }) => title, place: 'title' },
  { name: 'De', cell: ({ name }) => name, place: 'detail' },
  { name: 'Estación', cell: ({ branchName }) => branchName },
  { name: 'Recibido', cell: ({ datetime }) => shortDate(datetime), place: 'note' },
  { name: 'Tipo', cell: ({ type }) => <Badge>{type}</Badge>, place: 'below' },
]

/** Mensajes: the contact messages of the drivers, the newest first. */
export default function Messages() {
  const selection = useSelectedParam('id')
  const query = useInfiniteCall(contactMessages, PAGE_FIELDS.contactMessages)
  return (
    <ConsoleScreen title="Mensajes">
      <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
        {(pages) => {
          const messages = pages.flatMap((page) => page.messages)
          if (messages.length === 0) return <NoMessages />
          return (
            <>
              <SelectedMessage messages={messages} {...selection} />
              <Table
                label="Mensajes"
                columns={COLUMNS}
                items={messages}
                keyOf={({ id }) => id}
                onPress={({ id }) => selection.choose(id)}
              />
              <LoadMore query={query} count={messages.length} within="en total" />
            </>
          )
        }}
      </QueryView>
    </ConsoleScreen>
  )
}

interface SelectedMessageProps extends SelectedParam {
  messages: readonly ContactMessage[]
}

function SelectedMessage({ messages, chosen, close }: SelectedMessageProps) {
  const found = messages.find(({ id }) => id === chosen)
  // The sheet keeps its content during the closing animation.
  const [last, setLast] = useState<ContactMessage>()
  if (found && found !== last) setLast(found)
  return (
    <>
      {chosen !== '' && !found && (
        <Alert tone="warn">Ese mensaje no está entre los de abajo: pedí ver más.</Alert>
      )}
      {last && <MessageSheet message={last} open={found !== undefined} onClose={close} />}
    </>
  )
}

function NoMessages() {
  return (
    <EmptyState picture="bell" title="Nadie escribió todavía">
      Acá van a estar las consultas, los reclamos y las sugerencias que manden desde la app.
    </EmptyState>
  )
}
