import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import type { ActionSheet as Sheet } from '#console/features/ActionSheet.tsx'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { ListFilters } from '#console/features/list/ListFilters.tsx'
import { ListFoot } from '#console/features/list/ListFoot.tsx'
import { listColumns } from '#console/features/list/listColumns.tsx'
import { NewRows } from '#console/features/list/NewRows.tsx'
import { NoRows } from '#console/features/list/NoRows.tsx'
import { TOOL } from '#console/features/list/toolClasses.ts'
import { useHeldRows } from '#console/features/list/useHeldRows.ts'
import { useListAddress } from '#console/features/list/useListAddress.ts'
import { toggled, useListDisplay } from '#console/features/list/useListDisplay.ts'
import { useRowsBeside } from '#console/features/list/useRowsBeside.ts'
import { objectPath } from '#console/features/ObjectValue.tsx'
import { useKeys } from '#console/features/useKeys.ts'
import { useKind } from '#console/features/useKind.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import type { ObjectAction, ObjectRow } from '#contract/console/objectPage.ts'
import { objects } from '#contract/operator/objects.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { focusedRow, focusRow, Table } from '#kit/display/Table.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

const ActionSheet = lazyComponent(
  async () => (await import('#console/features/ActionSheet.tsx')).ActionSheet,
)

/** Loaded when the rows are drawn, for which it leaves their room. */
const ListTools = lazyComponent(
  async () => (await import('#console/features/list/ListTools.tsx')).ListTools,
  ({ failure }) => <div className="min-h-11">{failure}</div>,
)

type Targets = ComponentProps<typeof Sheet>['targets']

/** Milliseconds after which an open list asks again: what waits changes by the hands of others. */
const REFRESH_MS = 20_000

export default function ObjectList() {
  const { kind } = useKind()
  const { title, filters } = kindOf(kind)
  const { request, search, setFilter, nextPage, action, setAction } = useListAddress(kind)
  const { filters: chosen, first } = request
  const navigate = useNavigate()
  const wide = useIsDesktop()
  const look = useListDisplay(kind)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [asked, ask] = useState<{ action: ObjectAction; targets: Targets }>()
  const isPersonal = Object.keys(filters).some((name) => filters[name]?.isPersonal && chosen[name])
  const query = useCallQuery(objects, request, {
    placeholderData: keepPreviousData,
    // A number of a person that finds nothing is counted and recorded: asking again would do so again.
    ...(isPersonal ? { staleTime: Number.POSITIVE_INFINITY } : { refetchInterval: REFRESH_MS }),
  })
  const { data, isPlaceholderData, dataUpdatedAt } = query
  const { columns = [], listActions = [], rowActions = [] } = data ?? {}
  const held = useHeldRows(
    JSON.stringify(request),
    isPlaceholderData ? undefined : data,
    dataUpdatedAt,
  )
  const making = listActions.find(({ name }) => name === action)
  const asking = asked ?? (making && { action: making, targets: [{ id: '', name: '' }] })
  const chosenRows = held.rows.filter(({ id }) => selected.includes(id))
  const askFor = (action: ObjectAction, rows: readonly ObjectRow[]) =>
    ask({ action, targets: rows.map((row) => ({ id: row.id, name: nameOf(row) })) })
  const toggleRow = ({ id }: ObjectRow) => setSelected(toggled(selected, id))
  const { keep } = useRowsBeside(kind)
  const open = ({ id }: ObjectRow) => {
    keep(held.rows.map((row) => row.id))
    void navigate({ to: objectPath({ kind, id }) })
  }
  const focused = () => held.rows.slice(focusedRow()).slice(0, focusedRow() < 0 ? 0 : 1)
  const [rowAction] = rowActions
  useKeys({
    '/': { label: 'Ir a los filtros', run: focusFilter },
    j: { label: 'Fila siguiente; Enter la abre', run: () => void focusRow(1) },
    k: { label: 'Fila anterior', run: () => void focusRow(-1) },
    ...(rowAction && {
      x: { label: 'Elegir la fila', run: () => focused().forEach(toggleRow) },
      e: {
        label: rowAction.label,
        run: () => {
          const rows = chosenRows.length > 0 ? chosenRows : focused()
          if (rows.length > 0) askFor(rowAction, rows)
        },
      },
    }),
  })
  const tools = data ? (
    <ListTools request={request} search={search} list={data} look={look}>
      {listActions.map((action) => (
        <button
          key={action.name}
          type="button"
          className={TOOL}
          onClick={() => setAction(action.name)}
        >
          {action.label}
        </button>
      ))}
      {chosenRows.length > 0 &&
        rowActions.map((action) => (
          <button
            key={action.name}
            type="button"
            className={`${TOOL} bg-brand-tint`}
            onClick={() => askFor(action, chosenRows)}
          >
            {`${action.label} (${chosenRows.length})`}
          </button>
        ))}
    </ListTools>
  ) : (
    <div className="min-h-11" />
  )
  return (
    <ConsoleScreen title={title} tools={wide && tools}>
      <div className="flex flex-col gap-3 lg:gap-2">
        <ListFilters
          filters={filters}
          options={data?.filterOptions}
          texts={data?.filterTexts}
          chosen={chosen}
          onChange={setFilter}
        />
        {!wide && tools}
        <QueryView query={query} skeleton={<Skeleton shape="row" count={8} />}>
          {() =>
            held.rows.length === 0 ? (
              <NoRows
                title={title}
                filtered={Object.values(chosen).some(Boolean)}
                onClear={() =>
                  setFilter(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])))
                }
              />
            ) : (
              <>
                <NewRows {...held} onShow={() => held.showNew(false)} />
                <Table
                  label={title}
                  columns={listColumns(columns, held.rows, {
                    hidden: look.hidden,
                    first,
                    onTurn: (next) => setFilter({ first: next }),
                  })}
                  items={held.rows}
                  keyOf={({ id }) => id}
                  onPress={open}
                  lines={look.lines === '2' ? 2 : 1}
                  selection={
                    rowAction && {
                      isSelected: ({ id }) => selected.includes(id),
                      toggle: toggleRow,
                      labelOf: (row) => `Elegir ${nameOf(row)}`,
                    }
                  }
                />
                <ListFoot
                  kind={kind}
                  filters={chosen}
                  onNext={held.next === '' ? undefined : () => nextPage(held.next)}
                />
              </>
            )
          }
        </QueryView>
      </div>
      {asking && (
        <ActionSheet
          key={asking.action.name}
          kind={kind}
          {...asking}
          onClose={() => {
            ask(undefined)
            if (action) setAction('')
            setSelected([])
            held.showNew(true)
          }}
        />
      )}
    </ConsoleScreen>
  )
}

const nameOf = ({ cells: [first] }: ObjectRow) => first?.text ?? ''

/** Focuses the first filter that is typed, or the first one. */
function focusFilter(): void {
  const filters = document.querySelector('[data-filters]')
  filters?.querySelector<HTMLElement>('input, select, button')?.focus()
}
