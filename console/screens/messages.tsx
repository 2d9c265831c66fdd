import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { MessageSheet } from '#console/features/MessageSheet.tsx'
import { MESSAGE_STATE_TONES } from '#console/features/messageStateTone.ts'
import { PAGE_FIELDS } from '#console/firstPageFields.ts'
import { MESSAGE_STATE_LABELS } from '#contract/entities/contactMessage.ts'
import { type ContactMessage, contactMessages } from '#contract/operator/contactMessages.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { useSelectedItem } from '#kit/browser/useSelectedParam.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { type Column, Table } from '#kit/display/Table.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import { shortDate } from '#kit/format/dates.ts'

const COLUMNS: readonly Column<ContactMessage>[] = [
  { name: 'Asunto', cell: ({ title }) => title, place: 'title' },
  { name: 'De', cell: ({ name }) => name, place: 'detail' },
  { name: 'Estación', cell: ({ branchName }) => branchName },
  { name: 'Recibido', cell: ({ datetime }) => shortDate(datetime), place: 'note' },
  { name: 'Tipo', cell: ({ type }) => <Badge>{type}</Badge> },
  {
    name: 'Estado',
    cell: ({ state }) => (
      <Badge tone={MESSAGE_STATE_TONES[state]}>{MESSAGE_STATE_LABELS[state]}</Badge>
    ),
    place: 'below',
  },
]

const ALL = 'all'
const FILTERS = [
  { value: '', label: 'Sin responder' },
  { value: ALL, label: 'Todos' },
]

/** Mensajes: the contact messages of the drivers, the newest first; by default the unanswered ones. */
export default function Messages() {
  const { params, setParams } = useSearchParams()
  const filter = params.state === ALL ? ALL : ''
  const everything = filter === ALL
  const query = useInfiniteCall(
    contactMessages,
    everything ? PAGE_FIELDS.contactMessages : PAGE_FIELDS.unansweredMessages,
  )
  const messages = query.data?.flatMap((page) => page.messages) ?? []
  const { item, isOpen, isMissing, chosen, choose, close } = useSelectedItem('id', messages)
  return (
    <ConsoleScreen title="Mensajes">
      <div className="w-full max-w-96">
        <SegmentedControl
          label="Qué mensajes ver"
          options={FILTERS}
          value={filter}
          onChange={(state) => setParams({ id: '', state })}
        />
      </div>
      <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
        {() => (
          <>
            {/* An answered message leaves the list of the unanswered ones while its sheet closes. */}
            {isMissing && chosen !== item?.id && (
              <Alert tone="warn">
                Ese mensaje no está entre los de abajo: mirá en «Todos», o pedí ver más.
              </Alert>
            )}
            {item && <MessageSheet key={item.id} message={item} open={isOpen} onClose={close} />}
            {messages.length === 0 ? (
              <NoMessages everything={everything} />
            ) : (
              <>
                <Table
                  label="Mensajes"
                  columns={COLUMNS}
                  items={messages}
                  keyOf={({ id }) => id}
                  onPress={({ id }) => choose(id)}
                />
                <LoadMore
                  key={filter}
                  query={query}
                  count={messages.length}
                  within={everything ? 'en total' : 'sin responder'}
                />
              </>
            )}
          </>
        )}
      </QueryView>
    </ConsoleScreen>
  )
}

function NoMessages({ everything }: { everything: boolean }) {
  return everything ? (
    <EmptyState picture="bell" title="Nadie escribió todavía">
      Acá van a estar las consultas, los reclamos y las sugerencias que manden desde la app.
    </EmptyState>
  ) : (
    <EmptyState picture="receipt" title="Estás al día">
      Ningún mensaje espera una respuesta.
    </EmptyState>
  )
}
