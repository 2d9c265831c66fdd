import type { ReactNode } from 'react'
import { STATE_TONES } from '#console/requestText.ts'
import type { MembershipRequest, RequestState } from '#contract/entities/membershipRequest.ts'
import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { LoadMore } from '#kit/display/LoadMore.tsx'
import { type Column, Table } from '#kit/display/Table.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { shortDate } from '#kit/format/format.ts'
import { vehicleName } from '#kit/format/vehicle.ts'

const COLUMNS: readonly Column<MembershipRequest>[] = [
  { name: 'Conductor', cell: ({ holder }) => holder, place: 'title' },
  { name: 'Programa', cell: ({ programmeName }) => programmeName, place: 'detail' },
  { name: 'Vehículo', cell: ({ vehicle }) => vehicleName(vehicle), place: 'detail' },
  { name: 'Pedida', cell: ({ datetime }) => shortDate(datetime), place: 'note' },
]
/** A list of all states shows the state of each request. */
const WITH_STATE: typeof COLUMNS = [
  ...COLUMNS,
  {
    name: 'Estado',
    cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{REQUEST_STATE_LABELS[state]}</Badge>,
    place: 'below',
  },
]

const PAGE_SIZE = 50

interface Props {
  /** Empty for all states. */
  state: RequestState | ''
  /** Drawn when there are no requests. */
  empty: ReactNode
  onOpen: (reference: string) => void
}

/** The requests of one state, or of all, page by page. */
export function RequestTable({ state, empty, onOpen }: Props) {
  const query = useInfiniteCall(membershipRequestList, { state, count: PAGE_SIZE })
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={5} />}>
      {(pages) => {
        const requests = pages.flatMap((page) => page.membershipRequests)
        if (requests.length === 0) return empty
        return (
          <>
            <Table
              label="Solicitudes"
              columns={state === '' ? WITH_STATE : COLUMNS}
              items={requests}
              keyOf={({ reference }) => reference}
              onPress={({ reference }) => onOpen(reference)}
            />
            <LoadMore query={query} count={requests.length} within="en total" />
          </>
        )
      }}
    </QueryView>
  )
}
