import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Columns3, FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TOOL } from '#console/features/list/toolClasses.ts'
import { totalRows } from '#console/features/list/totalRows.ts'
import type { ListDisplay } from '#console/features/list/useListDisplay.ts'
import { valueCell } from '#console/features/ObjectValue.tsx'
import { saveCsv } from '#console/features/saveCsv.ts'
import type { listRequest } from '#console/objectRequests.ts'
import type { AnswerOf } from '#contract/call.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import { objects } from '#contract/operator/objects.ts'
import { removeView } from '#contract/operator/removeView.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'
import { Popout } from '#kit/display/Popout.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'

const ColumnPanel = lazyComponent(
  async () => (await import('#console/features/list/ColumnPanel.tsx')).ColumnPanel,
)
const SaveViewSheet = lazyComponent(
  async () => (await import('#console/features/list/SaveViewSheet.tsx')).SaveViewSheet,
)

interface Props {
  request: ReturnType<typeof listRequest>
  /** The filters and the order that the address sets. */
  search: Readonly<Record<string, string>>
  list: AnswerOf<typeof objects>
  look: ListDisplay
  /** What else can be done with the list. */
  children: ReactNode
}

/** The saved views of a list, what it can be saved as, and what can be done with it. */
export function ListTools({ request, search, list, look, children }: Props) {
  const { kind, filters, first } = request
  const { title, path } = kindOf(kind)
  const [saving, setSaving] = useState(false)
  const client = useQueryClient() as CallQueryClient
  const download = useMutation({
    mutationFn: async () => {
      const pages = await fetchAllPages(client, objects, { kind, filters, first, count: 200 })
      const rows = pages.flatMap((page) => page.rows.map(({ cells }) => cells))
      const table = [...rows, ...totalRows(rows)].map((cells) => cells.map(valueCell))
      saveCsv(
        `${title}.csv`,
        pages[0].columns.map(({ name }) => name),
        table,
      )
    },
  })
  const removal = useConfirmedCall(removeView, {
    invalidates: [objects],
    question: ({ name, shared }: View) => ({
      title: `¿Quitar «${name}»?`,
      text: shared ? 'La pierde todo el equipo. La lista no cambia.' : 'La lista no cambia.',
      verb: 'Quitar',
      danger: true,
    }),
    request: ({ id }) => ({ viewId: id }),
    onSuccess: () => showToast('Quitamos la vista.'),
  })
  const { views, columns } = list
  const current = views.find((view) => isSame(view.search, search))
  const isFiltered = Object.keys(search).length > 0
  return (
    <div className="flex flex-wrap items-center gap-1 lg:flex-nowrap">
      <ul
        aria-label="Vistas guardadas"
        className="flex min-w-0 flex-wrap gap-1 empty:hidden lg:flex-nowrap lg:overflow-x-auto lg:px-1 lg:py-1"
      >
        {views.map((view) => (
          <li key={view.id}>
            <RouteLink
              to={path}
              search={view.search}
              className={`inline-flex min-h-11 items-center rounded-full border px-3 text-sm font-medium whitespace-nowrap dense:min-h-8 ${view === current ? 'border-brand bg-brand-tint' : 'border-line bg-surface hover:bg-sunken'}`}
            >
              {view.name}
            </RouteLink>
          </li>
        ))}
      </ul>
      <span className="flex-1" />
      {current?.own && (
        <button type="button" className={TOOL} onClick={() => removal.ask(current)}>
          <Bookmark aria-hidden="true" size={18} />
          Quitar esta vista
        </button>
      )}
      {isFiltered && !current && (
        <button type="button" className={TOOL} onClick={() => setSaving(true)}>
          <Bookmark aria-hidden="true" size={18} />
          Guardar esta vista
        </button>
      )}
      <button
        type="button"
        className={TOOL}
        aria-busy={download.isPending}
        onClick={() => download.isPending || download.mutate()}
      >
        <FileSpreadsheet aria-hidden="true" size={18} />
        <span>
          <span className="sr-only">Descargar en </span>CSV
        </span>
      </button>
      <Popout
        className={TOOL}
        face={
          <>
            <Columns3 aria-hidden="true" size={18} />
            Columnas
          </>
        }
      >
        {/* The first one names the row. */}
        <ColumnPanel columns={columns.slice(1)} look={look} />
      </Popout>
      {children}
      {download.isError && <Alert tone="bad">No pudimos armar el archivo: probá de nuevo.</Alert>}
      {removal.error && <Alert tone="bad">{removal.error.message}</Alert>}
      {removal.dialog}
      {saving && (
        <SaveViewSheet
          request={request}
          search={search}
          texts={list.filterTexts}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

type View = AnswerOf<typeof objects>['views'][number]

const isSame = (one: View['search'], other: View['search']) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])
