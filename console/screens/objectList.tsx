import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { ActionSheet } from '#console/features/ActionSheet.tsx'
import { ColumnChoice, toggled, useHiddenColumns } from '#console/features/ColumnChoice.tsx'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { ListFilters } from '#console/features/ListFilters.tsx'
import { ListTools } from '#console/features/ListTools.tsx'
import { isEmpty, ObjectValue, objectPath } from '#console/features/ObjectValue.tsx'
import { useKind } from '#console/features/useKind.ts'
import { useListAddress } from '#console/features/useListAddress.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import type { ObjectAction, ObjectRow, ObjectValue as Value } from '#contract/console/objectPage.ts'
import { objects } from '#contract/operator/objects.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { type Column, Table } from '#kit/display/Table.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

type Targets = ComponentProps<typeof ActionSheet>['targets']

/** Milliseconds after which an open list asks again: what waits changes by the hands of others. */
const REFRESH_MS = 20_000

export default function ObjectList() {
  const { kind } = useKind()
  const { title, filters } = kindOf(kind)
  const { request, setFilter, nextPage } = useListAddress(kind)
  const { filters: chosen } = request
  const navigate = useNavigate()
  const { hidden, toggle } = useHiddenColumns(kind)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [asked, ask] = useState<{ action: ObjectAction; targets: Targets }>()
  const query = useCallQuery(objects, request, {
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const { columns = [], rows: all = [], listActions = [], rowActions = [] } = query.data ?? {}
  const drawn = columns
    .map(
      ({ name, place: shown }, place): Column<ObjectRow> => ({
        name,
        ...(shown && { place: shown }),
        cell: ({ cells }) => drawCell(cells[place]),
      }),
    )
    .filter(({ name }) => !hidden.includes(name))
  const chosenRows = all.filter(({ id }) => selected.includes(id))
  const nameOf = ({ cells: [first] }: ObjectRow) => first?.text ?? ''
  return (
    <ConsoleScreen title={title}>
      <ListFilters
        filters={filters}
        options={query.data?.filterOptions}
        chosen={chosen}
        onChange={setFilter}
      />
      <ListTools kind={kind} chosen={chosen}>
        <ColumnChoice columns={columns} hidden={hidden} onToggle={toggle} />
        {listActions.map((action) => (
          <Button
            key={action.name}
            kind="quiet"
            onClick={() => ask({ action, targets: [{ id: '', name: '' }] })}
          >
            {action.label}
          </Button>
        ))}
        {chosenRows.length > 0 &&
          rowActions.map((action) => (
            <Button
              key={action.name}
              kind="quiet"
              onClick={() =>
                ask({
                  action,
                  targets: chosenRows.map((row) => ({ id: row.id, name: nameOf(row) })),
                })
              }
            >
              {`${action.label} (${chosenRows.length})`}
            </Button>
          ))}
      </ListTools>
      <QueryView query={query} skeleton={<Skeleton shape="row" count={8} />}>
        {({ rows, next }) =>
          rows.length === 0 ? (
            <NoRows
              title={title}
              filtered={Object.values(chosen).some(Boolean)}
              onClear={() =>
                setFilter(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])))
              }
            />
          ) : (
            <>
              <Table
                label={title}
                columns={drawn}
                items={rows}
                keyOf={({ id }) => id}
                onPress={({ id }) => void navigate({ to: objectPath({ kind, id }) })}
                selection={
                  rowActions.length > 0
                    ? {
                        isSelected: ({ id }) => selected.includes(id),
                        toggle: ({ id }) => setSelected(toggled(selected, id)),
                        labelOf: (row) => `Elegir ${nameOf(row)}`,
                      }
                    : undefined
                }
              />
              {next && (
                <Button kind="quiet" wide onClick={() => nextPage(next)}>
                  Página siguiente
                </Button>
              )}
            </>
          )
        }
      </QueryView>
      {asked && (
        <ActionSheet
          key={asked.action.name}
          kind={kind}
          {...asked}
          onClose={() => {
            ask(undefined)
            setSelected([])
          }}
        />
      )}
    </ConsoleScreen>
  )
}

interface NoRowsProps {
  /** Of the list. */
  title: string
  filtered: boolean
  onClear: () => void
}

function NoRows({ title, filtered, onClear }: NoRowsProps) {
  if (!filtered)
    return (
      <EmptyState picture="signpost" title={`No hay nada en «${title}»`}>
        Lo que llegue aparece acá solo.
      </EmptyState>
    )
  return (
    <EmptyState
      picture="signpost"
      title="No hay nada así"
      action={
        <Button kind="quiet" onClick={onClear}>
          Sacar los filtros
        </Button>
      }
    >
      Nada pasa los filtros que elegiste.
    </EmptyState>
  )
}

/** A cell; an empty one is an empty text, which a phone leaves out. */
const drawCell = (value: Value | undefined) =>
  value && !isEmpty(value) ? <ObjectValue value={value} plain /> : ''
