import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { RequestTable } from '#console/parts/RequestTable.tsx'
import { RequestSheet } from '#console/parts/RequestSheet.tsx'
import { ConsoleScreen } from '#console/parts/ConsoleScreen.tsx'
import { awaiting } from '#console/requestText.ts'
import { REQUEST_STATES, type RequestState } from '#contract/entities/membershipRequest.ts'
import { STATE_LABELS } from '#contract/entities/payment.ts'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { Section } from '#kit/layout/Section.tsx'
import { type Option, Select } from '#kit/form/Select.tsx'
import { Text } from '#kit/display/Text.tsx'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'

/** What the list may be narrowed to, beside the single states. */
const MINE = 'mine'
const ALL = 'all'

/** Solicitudes: who asks to join a programme; first, what waits for this person's decision. */
export default function Requests() {
  const roles = useSession()?.roles ?? []
  const mine = awaiting(roles)
  const { shown, show } = useShown(mine.length > 0 ? MINE : ALL)
  const { chosen, choose, close } = useSelectedParam('reference')
  const opened = useOpened(chosen)

  const options: Option[] = [
    ...(mine.length > 0 ? [{ value: MINE, label: 'Las que esperan tu decisión' }] : []),
    { value: ALL, label: 'Todas' },
    ...REQUEST_STATES.map((state) => ({ value: state, label: STATE_LABELS[state] })),
  ]
  return (
    <ConsoleScreen title="Solicitudes">
      <div className="w-full max-w-96">
        <Select
          label="Ver"
          options={options}
          value={shown}
          onChange={({ target }) => show(target.value)}
        />
      </div>
      {shown === MINE ? (
        <Waiting states={mine} onOpen={choose} />
      ) : (
        <RequestTable
          key={shown}
          state={shown === ALL ? '' : (shown as RequestState)}
          empty={<Nothing />}
          onOpen={choose}
        />
      )}
      {opened.reference && (
        <RequestSheet
          key={opened.times}
          reference={opened.reference}
          open={chosen !== ''}
          onClose={close}
        />
      )}
    </ConsoleScreen>
  )
}

interface WaitingProps {
  states: readonly RequestState[]
  onOpen: (reference: string) => void
}

/** What waits for this person, state by state where there are several. */
function Waiting({ states, onOpen }: WaitingProps) {
  const [only] = states
  if (only && states.length === 1)
    return <RequestTable state={only} empty={<UpToDate />} onOpen={onOpen} />
  return states.map((state) => (
    <Section key={state} title={STATE_LABELS[state]}>
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

function Nothing() {
  return (
    <EmptyState picture="signpost" title="Sin solicitudes">
      No hay ninguna así por ahora.
    </EmptyState>
  )
}

/**
 * What was opened last, for the sheet to hold while it goes away; and how many times one was, since
 * each opening asks anew how the request stands.
 */
function useOpened(chosen: string) {
  const [before, setBefore] = useState(chosen)
  const [opened, setOpened] = useState({ reference: chosen, times: 0 })
  if (chosen !== before) {
    setBefore(chosen)
    if (chosen) setOpened({ reference: chosen, times: opened.times + 1 })
  }
  return opened
}

/** What the address narrows the list to; a reload or the way back find it again. */
function useShown(usual: string) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { state = usual } = search as { state?: string }
  const known = [MINE, ALL, ...REQUEST_STATES].some((one) => one === state)
  return {
    shown: known && !(state === MINE && usual !== MINE) ? state : usual,
    show: (chosen: string) =>
      void navigate({
        to: pathname,
        search: chosen === usual ? {} : { state: chosen },
        replace: true,
        resetScroll: false,
      }),
  }
}
