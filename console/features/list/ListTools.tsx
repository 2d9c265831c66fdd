import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bookmark, FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { valueCell } from '#console/features/ObjectValue.tsx'
import { saveCsv } from '#console/features/saveCsv.ts'
import { useOperatorStorage } from '#console/features/useOperatorStorage.ts'
import { type KindName, kindOf } from '#contract/console/objectKinds.ts'
import { shortDate } from '#contract/dates.ts'
import { objects } from '#contract/operator/objects.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'
import { Button } from '#kit/display/Button.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'

interface Props {
  kind: KindName
  /** Values by the names of the filters. */
  chosen: Readonly<Record<string, string>>
  /** What else can be done with the list. */
  children: ReactNode
}

/** The views that this operator has saved of the list, and what it can be saved as. */
export function ListTools({ kind, chosen, children }: Props) {
  const views = useSavedViews(kind)
  const client = useQueryClient() as CallQueryClient
  const download = useMutation({
    mutationFn: async () => {
      const pages = await fetchAllPages(client, objects, { kind, filters: chosen, count: 200 })
      const rows = pages.flatMap((page) => page.rows.map(({ cells }) => cells.map(valueCell)))
      saveCsv(`${kindOf(kind).title}.csv`, pages[0]?.columns.map(({ name }) => name) ?? [], rows)
    },
  })
  const filtered = Object.entries(chosen).filter(([, value]) => value !== '')
  const name = filtered.map(([filter, value]) => filterText(kind, filter, value)).join(', ')
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views.saved.map((view) => (
        <RouteLink
          key={view.name}
          to={kindOf(kind).path}
          search={view.search}
          className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-medium hover:bg-sunken"
        >
          {view.name}
        </RouteLink>
      ))}
      {filtered.length > 0 && (
        <Button kind="plain" onClick={() => views.toggle(name, Object.fromEntries(filtered))}>
          <Bookmark aria-hidden="true" size={18} />
          {views.has(name) ? 'Olvidar esta vista' : 'Guardar esta vista'}
        </Button>
      )}
      <Button kind="plain" busy={download.isPending} onClick={() => download.mutate()}>
        <FileSpreadsheet aria-hidden="true" size={18} />
        <span>
          <span className="sr-only sm:not-sr-only">Descargar en </span>CSV
        </span>
      </Button>
      {children}
      {download.isError && <Alert tone="bad">No pudimos armar el archivo: probá de nuevo.</Alert>}
    </div>
  )
}

/** What a filter lets through, in the words of the list; a choice whose options are rows has only its code. */
function filterText(kind: KindName, name: string, value: string): string {
  const filter = kindOf(kind).filters[name]
  if (filter?.type === 'period') return value.split('-').map(shortDate).join(' a ')
  return filter?.options?.find((option) => option.value === value)?.label ?? value
}

interface View {
  name: string
  search: Record<string, string>
}

/** The saved views of a list: they belong to the operator, and stay in this browser. */
function useSavedViews(kind: KindName) {
  const [saved, setSaved] = useOperatorStorage<View>(`view ${kind}`)
  const has = (name: string) => saved.some((view) => view.name === name)
  return {
    saved,
    has,
    toggle(name: string, search: View['search']) {
      const others = saved.filter((view) => view.name !== name)
      setSaved(has(name) ? others : [...others, { name, search }])
    },
  }
}
