import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type MembershipRequest,
  REQUEST_STATE_LABELS,
  type RequestState,
} from '#contract/entities/membershipRequest.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { Button } from '#kit/display/Button.tsx'
import { IconButton } from '#kit/display/IconButton.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { Section } from '#kit/layout/Section.tsx'
import type { BulkDecision } from '#shared/approvals/BulkSheet.tsx'
import {
  ALL,
  AWAITING,
  type RequestFilter,
  RequestFilters,
  useRequestFilter,
} from '#shared/approvals/RequestFilters.tsx'
import { RequestTable } from '#shared/approvals/RequestTable.tsx'
import { type Approver, awaitedStates, decidableStates } from '#shared/approvals/requestText.ts'

/** Chunks of their own: the list is drawn without the dialog library. */
const RequestSheet = lazyComponent(
  async () => (await import('#shared/approvals/RequestSheet.tsx')).RequestSheet,
)
const BulkSheet = lazyComponent(
  async () => (await import('#shared/approvals/BulkSheet.tsx')).BulkSheet,
)
/** Milliseconds after which the sheets are loaded: they open also when the network is gone. */
const PRELOAD_DELAY = 1_000
const PAGE = 50

/**
 * The membership requests that an operator may see, by default those that wait for their decision
 * or, for one who only reads, for anybody's; with the decision on one or on several. App and console draw it in their own layout.
 */
export function Approvals({ approver }: { approver: Approver }) {
  const decides = decidableStates(approver.roles).length > 0
  const { filter, setFilter } = useRequestFilter()
  const { chosen, choose, close } = useSelectedParam('reference')
  const opened = useOpening(chosen)
  /** The selected requests as they were then. Filter and search may hide one of them. */
  const [selected, setSelected] = useState<readonly MembershipRequest[]>([])
  const select = (requests: readonly MembershipRequest[], isSelected: boolean) =>
    setSelected((before) => [
      ...before.filter(({ reference }) => requests.every((one) => one.reference !== reference)),
      ...(isSelected ? requests : []),
    ])
  /** The decision on several requests: those that were selected when its sheet opened. */
  const [deciding, setDeciding] = useState<BulkDecision>()
  const bulk = useOpening(deciding)
  useEffect(() => {
    const timer = setTimeout(() => {
      RequestSheet.preload()
      BulkSheet.preload()
      import('#kit/feedback/ConfirmDialog.tsx').catch(console.warn)
    }, PRELOAD_DELAY)
    return () => clearTimeout(timer)
  }, [])

  const states: readonly (RequestState | '')[] =
    filter.state === AWAITING
      ? awaitedStates(approver.roles)
      : [filter.state === ALL ? '' : filter.state]
  const table = (state: RequestState | '', few: boolean) => {
    const fields = { state, search: filter.search, order: filter.order, count: PAGE }
    return (
      <RequestTable
        key={JSON.stringify(fields)}
        fields={fields}
        roles={approver.roles}
        selected={selected}
        onSelect={select}
        empty={<NoRequests filter={filter} few={few} decides={decides} />}
        onOpen={choose}
      />
    )
  }
  return (
    <>
      <RequestFilters filter={filter} onChange={setFilter} />
      {states.length === 1
        ? states.map((state) => table(state, false))
        : states.map((state) => (
            <Section key={state} title={state && REQUEST_STATE_LABELS[state]}>
              {table(state, true)}
            </Section>
          ))}
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          onDecide={(authorized) => setDeciding({ requests: selected, authorized })}
          onClear={() => setSelected([])}
        />
      )}
      {opened.value && (
        <RequestSheet
          key={opened.times}
          reference={opened.value}
          approver={approver}
          open={chosen !== ''}
          onClose={close}
          onDecided={(request) => select([request], false)}
        />
      )}
      {bulk.value && (
        <BulkSheet
          key={`bulk ${bulk.times}`}
          {...bulk.value}
          approver={approver}
          open={deciding !== undefined}
          onClose={() => setDeciding(undefined)}
          onSettled={(requests) => select(requests, false)}
        />
      )}
    </>
  )
}

/**
 * The subject of a sheet, which it keeps during its closing animation; and the number of openings,
 * since each one starts anew.
 */
function useOpening<T>(subject: T) {
  const [before, setBefore] = useState(subject)
  const [opened, setOpened] = useState({ value: subject, times: 0 })
  if (subject !== before) {
    setBefore(subject)
    if (subject) setOpened({ value: subject, times: opened.times + 1 })
  }
  return opened
}

interface Props {
  filter: RequestFilter
  /** In one line, for one list among several. */
  few: boolean
  decides: boolean
}

function NoRequests({ filter: { state, search }, few, decides }: Props) {
  const decision = decides ? 'tu decisión' : 'una decisión'
  if (few)
    return (
      <p className="text-soft">
        {search ? 'Ninguna coincide con tu búsqueda.' : `Ninguna espera ${decision}.`}
      </p>
    )
  if (search)
    return (
      <EmptyState picture="signpost" title={`Nada con «${search}»`}>
        Buscá por nombre, documento, matrícula o referencia, o mirá en otro estado.
      </EmptyState>
    )
  if (state === AWAITING)
    return (
      <EmptyState picture="receipt" title="Estás al día">
        Ninguna solicitud espera {decision}.
      </EmptyState>
    )
  return (
    <EmptyState picture="signpost" title="Sin solicitudes">
      No hay ninguna así por ahora.
    </EmptyState>
  )
}

interface SelectionBarProps {
  count: number
  onDecide: (authorized: boolean) => void
  onClear: () => void
}

/** The decisions on the selected requests, at the bottom of the window while there are any. */
function SelectionBar({ count, onDecide, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label="Solicitudes elegidas"
      className="sticky bottom-[max(1rem,env(safe-area-inset-bottom))] z-10 flex animate-rise flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-3 shadow-float"
    >
      <div className="flex min-w-fit flex-1 items-center">
        <IconButton
          label="Quitar la selección"
          icon={<X aria-hidden="true" size={20} />}
          onClick={onClear}
        />
        <output className="font-semibold">
          {count} {count === 1 ? 'elegida' : 'elegidas'}
        </output>
      </div>
      <div className="flex flex-1 gap-3 *:flex-1 sm:flex-none">
        <Button kind="quiet" onClick={() => onDecide(false)}>
          Rechazar
        </Button>
        <Button onClick={() => onDecide(true)}>Autorizar</Button>
      </div>
    </section>
  )
}
