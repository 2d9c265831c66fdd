import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { ConsoleScreen } from '#console/parts/ConsoleScreen.tsx'
import { RequestSheet } from '#console/parts/RequestSheet.tsx'
import { RequestTable } from '#console/parts/RequestTable.tsx'
import { decidableStates } from '#console/requestText.ts'
import {
  REQUEST_STATE_LABELS,
  REQUEST_STATES,
  type RequestState,
} from '#contract/entities/membershipRequest.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { Text } from '#kit/display/Text.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { type Option, Select } from '#kit/form/Select.tsx'
import { Section } from '#kit/layout/Section.tsx'

/** The filters of the list besides the single states. */
const AWAITING = 'mine'
const ALL = 'all'

/**
 * Solicitudes: the membership requests; by default those that wait for the operator's decision.
 */
export default function Requests() {
  const roles = useSession()?.roles ?? []
  const awaitingStates = decidableStates(roles)
  const { filter, setFilter } = useStateFilter(awaitingStates.length > 0 ? AWAITING : ALL)
  const { chosen, choose, close } = useSelectedParam('reference')
  const selected = useLastSelected(chosen)

  const options: Option[] = [
    ...(awaitingStates.length > 0
      ? [{ value: AWAITING, label: 'Las que esperan tu decisión' }]
      : []),
    { value: ALL, label: 'Todas' },
    ...REQUEST_STATES.map((state) => ({ value: state, label: REQUEST_STATE_LABELS[state] })),
  ]
  return (
    <ConsoleScreen title="Solicitudes">
      <div className="w-full max-w-96">
        <Select
          label="Ver"
          options={options}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </div>
      {filter === AWAITING ? (
        <AwaitingRequests states={awaitingStates} onOpen={choose} />
      ) : (
        <RequestTable
          key={filter}
          state={filter === ALL ? '' : (filter as RequestState)}
          empty={<NoRequests />}
          onOpen={choose}
        />
      )}
      {selected.reference && (
        <RequestSheet
          key={selected.times}
          reference={selected.reference}
          open={chosen !== ''}
          onClose={close}
        />
      )}
    </ConsoleScreen>
  )
}

interface AwaitingProps {
  states: readonly RequestState[]
  onOpen: (reference: string) => void
}

/** The requests that wait for the operator, by state when there are several. */
function AwaitingRequests({ states, onOpen }: AwaitingProps) {
  const [only] = states
  if (only && states.length === 1)
    return <RequestTable state={only} empty={<UpToDate />} onOpen={onOpen} />
  return states.map((state) => (
    <Section key={state} title={REQUEST_STATE_LABELS[state]}>
      <RequestTable
        state={state}
        empty={<Text kind="soft">Ninguna espera tu decisión.</Text>}
        onOpen={onOpen}
      />
    </Section>
  ))
}

function UpToDate() {
  return (
    <EmptyState picture="receipt" title="Estás al día">
      Ninguna solicitud espera tu decisión.
    </EmptyState>
  )
}

function NoRequests() {
  return (
    <EmptyState picture="signpost" title="Sin solicitudes">
      No hay ninguna así por ahora.
    </EmptyState>
  )
}

/**
 * The selected request, which the sheet keeps during its closing animation; and the number of
 * selections, since each one fetches the request again.
 */
function useLastSelected(chosen: string) {
  const [before, setBefore] = useState(chosen)
  const [selected, setSelected] = useState({ reference: chosen, times: 0 })
  if (chosen !== before) {
    setBefore(chosen)
    if (chosen) setSelected({ reference: chosen, times: selected.times + 1 })
  }
  return selected
}

/** The filter of the list, stored in the address: a reload or Back finds it again. */
function useStateFilter(defaultFilter: string) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { state = defaultFilter } = search as { state?: string }
  const valid = [AWAITING, ALL, ...REQUEST_STATES].some((one) => one === state)
  return {
    filter: valid && !(state === AWAITING && defaultFilter !== AWAITING) ? state : defaultFilter,
    setFilter: (chosen: string) =>
      void navigate({
        to: pathname,
        search: chosen === defaultFilter ? {} : { state: chosen },
        replace: true,
        resetScroll: false,
      }),
  }
}
