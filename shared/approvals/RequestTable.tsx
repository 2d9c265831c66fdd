import type { ReactNode } from 'react'
import { shortDate } from '#contract/dates.ts'
import {
  decisionFor,
  type MembershipRequest,
  REQUEST_STATE_LABELS,
  type RequestState,
} from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import type { RoleCode } from '#contract/roles.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { type Column, Table } from '#kit/display/Table.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { age } from '#kit/format/relativeTime.ts'
import { vehicleName } from '#kit/format/vehicle.ts'
import { STATE_TONES } from '#shared/approvals/requestText.ts'

interface Props {
  fields: { state: RequestState | ''; search: string; order: 'oldest' | 'newest'; count: number }
  roles: readonly RoleCode[]
  selected: readonly MembershipRequest[]
  onSelect: (requests: readonly MembershipRequest[], isSelected: boolean) => void
  empty: ReactNode
  onOpen: (reference: string) => void
}

/** The requests of one state, or of all, page by page, with their age. */
export function RequestTable({ fields, roles, selected, onSelect, empty, onOpen }: Props) {
  const isSelected = ({ reference }: MembershipRequest) =>
    selected.some((one) => one.reference === reference)
  const query = useInfiniteCall(membershipRequestList, fields)
  // The age is that of the data: they are refetched when the screen is opened again.
  const now = new Date(query.dataUpdatedAt)
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={5} />}>
      {(pages) => {
        const requests = pages.flatMap((page) => page.membershipRequests)
        if (requests.length === 0) return empty
        const decidable = requests.filter((request) => decisionFor(request, roles))
        return (
          <>
            {decidable.length > 1 && (
              <div className="-my-3 px-4 lg:px-6">
                <Checkbox
                  checked={decidable.every(isSelected)}
                  onChange={({ target }) => onSelect(decidable, target.checked)}
                >
                  Elegir las {decidable.length} que podés decidir
                </Checkbox>
              </div>
            )}
            <Table
              label="Solicitudes"
              columns={fields.state === '' ? [...columns(now), STATE] : columns(now)}
              items={requests}
              keyOf={({ reference }) => reference}
              onPress={({ reference }) => onOpen(reference)}
              selection={
                decidable.length > 0
                  ? {
                      isSelected,
                      toggle: (request) => onSelect([request], !isSelected(request)),
                      labelOf: (request) =>
                        decisionFor(request, roles) ? `Elegir la de ${request.holder}` : null,
                    }
                  : undefined
              }
            />
            <LoadMore query={query} count={requests.length} within="en total" />
          </>
        )
      }}
    </QueryView>
  )
}

const columns = (now: Date): Column<MembershipRequest>[] => [
  { name: 'Conductor', cell: ({ holder }) => holder, place: 'title' },
  { name: 'Vehículo', cell: ({ vehicle }) => vehicleName(vehicle), place: 'detail' },
  { name: 'Programa', cell: ({ programmeName }) => programmeName, place: 'detail' },
  {
    name: 'Pedida',
    cell: ({ datetime }) => <time title={shortDate(datetime)}>{age(datetime, now)}</time>,
    place: 'note',
  },
]
const STATE: Column<MembershipRequest> = {
  name: 'Estado',
  cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{REQUEST_STATE_LABELS[state]}</Badge>,
  place: 'below',
}
