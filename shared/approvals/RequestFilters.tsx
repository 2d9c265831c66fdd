import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  REQUEST_STATE_LABELS,
  REQUEST_STATES,
  type RequestState,
} from '#contract/entities/membershipRequest.ts'
import { Field, type Option, Select } from '#kit/form/Field.tsx'

/** Milliseconds without a key press before the search starts. */
const TYPING_PAUSE = 350

interface Props {
  filter: RequestFilter
  /** Whether the roles decide on requests; those of the others wait for none of them. */
  decides: boolean
  onChange: (change: Partial<RequestFilter>) => void
}

const ORDERS: Option<RequestFilter['order']>[] = [
  { value: 'oldest', label: 'Más viejas' },
  { value: 'newest', label: 'Más nuevas' },
]

/** Search, state and order of the list. */
export function RequestFilters({ filter, decides, onChange }: Props) {
  const states: Option[] = [
    ...(decides ? [{ value: AWAITING, label: 'Por decidir' }] : []),
    { value: ALL, label: 'Todas' },
    ...REQUEST_STATES.map((state) => ({ value: state, label: REQUEST_STATE_LABELS[state] })),
  ]
  return (
    <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[2fr_1fr_1fr] lg:gap-4">
      <div className="col-span-2 lg:col-span-1">
        <SearchField search={filter.search} onSearch={(search) => onChange({ search })} />
      </div>
      <Select
        label="Ver"
        options={states}
        value={filter.state}
        onChange={({ target }) => onChange({ state: target.value as RequestFilter['state'] })}
      />
      <Select
        label="Orden"
        options={ORDERS}
        value={filter.order}
        onChange={({ target }) => onChange({ order: target.value as RequestFilter['order'] })}
      />
    </div>
  )
}

interface SearchFieldProps {
  search: string
  onSearch: (search: string) => void
}

/** Searches when the typing pauses, or at once on Enter. */
function SearchField({ search, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)
  if (search !== lastSearch) {
    setLastSearch(search)
    // Another search came with the address: Back, or a link.
    if (search !== text.trim()) setText(search)
  }
  useEffect(() => {
    const typed = text.trim()
    const timer = setTimeout(() => typed !== search && onSearch(typed), TYPING_PAUSE)
    return () => clearTimeout(timer)
  })
  return (
    <Field
      label="Buscar"
      placeholder="Nombre, documento, matrícula…"
      type="search"
      maxLength={100}
      enterKeyHint="search"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && onSearch(text.trim())}
    />
  )
}

/** The filters of the list besides the single states. */
export const AWAITING = 'mine'
export const ALL = 'all'

/** The filter of the list: a state, or a filter above; the text of the search; the order. */
export interface RequestFilter {
  state: typeof AWAITING | typeof ALL | RequestState
  search: string
  order: 'oldest' | 'newest'
}

/** The filter that an address asks for. */
function filterFromSearch(
  search: Partial<Record<keyof RequestFilter, string>>,
  defaultState: typeof AWAITING | typeof ALL,
): RequestFilter {
  const { state = defaultState, search: text = '', order } = search
  const valid = [AWAITING, ALL, ...REQUEST_STATES].some((one) => one === state)
  // Roles that only read have nothing that waits for them.
  const isOpen = valid && !(state === AWAITING && defaultState === ALL)
  return {
    state: isOpen ? (state as RequestFilter['state']) : defaultState,
    search: text,
    order: order === 'newest' ? 'newest' : 'oldest',
  }
}

/** The filter of the list, stored in the address: a reload or Back finds it again. */
export function useRequestFilter(defaultState: typeof AWAITING | typeof ALL) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const filter = filterFromSearch(search, defaultState)
  const setFilter = (change: Partial<RequestFilter>) => {
    const { state, search: text, order } = { ...filter, ...change }
    // A search that starts after the typing must not close a request that was opened meanwhile.
    const { reference } = search as { reference?: string }
    void navigate({
      to: pathname,
      search: {
        ...(reference && { reference }),
        ...(state !== defaultState && { state }),
        ...(text && { search: text }),
        ...(order !== 'oldest' && { order }),
      },
      state: true,
      replace: true,
      resetScroll: false,
    })
  }
  return { filter, setFilter }
}
