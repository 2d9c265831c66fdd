import {
  REQUEST_STATE_LABELS,
  REQUEST_STATES,
  type RequestState,
} from '#contract/entities/membershipRequest.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { type Option, Select } from '#kit/form/Field.tsx'
import { SearchField } from '#kit/form/SearchField.tsx'

interface Props {
  filter: RequestFilter
  onChange: (change: Partial<RequestFilter>) => void
}

const ORDERS: Option<RequestFilter['order']>[] = [
  { value: 'oldest', label: 'Más viejas' },
  { value: 'newest', label: 'Más nuevas' },
]

export function RequestFilters({ filter, onChange }: Props) {
  const states: Option[] = [
    { value: AWAITING, label: 'Por decidir' },
    { value: ALL, label: 'Todas' },
    ...REQUEST_STATES.map((state) => ({ value: state, label: REQUEST_STATE_LABELS[state] })),
  ]
  return (
    <div className="grid grid-cols-2 items-start gap-2 lg:grid-cols-[2fr_1fr_1fr]">
      <div className="col-span-2 lg:col-span-1">
        <SearchField
          compact
          label="Buscar"
          placeholder="Nombre, documento, matrícula…"
          value={filter.search}
          onSearch={(search) => onChange({ search })}
        />
      </div>
      <Select
        compact
        label="Ver"
        options={states}
        value={filter.state}
        onChange={({ target }) => onChange({ state: target.value as RequestFilter['state'] })}
      />
      <Select
        compact
        label="Orden"
        options={ORDERS}
        value={filter.order}
        onChange={({ target }) => onChange({ order: target.value as RequestFilter['order'] })}
      />
    </div>
  )
}

export const AWAITING = 'mine'
export const ALL = 'all'

/** The filter of the list: a state, or a filter above; the text of the search; the order. */
export interface RequestFilter {
  state: typeof AWAITING | typeof ALL | RequestState
  search: string
  order: 'oldest' | 'newest'
}

/** The filter of the list, stored in the address: a reload or Back finds it again. */
export function useRequestFilter() {
  const { params, setParams } = useSearchParams()
  const { state = '', search = '', order } = params
  const states: string[] = [AWAITING, ALL, ...REQUEST_STATES]
  const filter: RequestFilter = {
    state: states.includes(state) ? (state as RequestFilter['state']) : AWAITING,
    search,
    order: order === 'newest' ? 'newest' : 'oldest',
  }
  const setFilter = (change: Partial<RequestFilter>) =>
    setParams({
      ...change,
      ...(change.state === AWAITING && { state: '' }),
      ...(change.order === 'oldest' && { order: '' }),
    })
  return { filter, setFilter }
}
