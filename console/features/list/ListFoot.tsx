import { TOOL } from '#console/features/list/toolClasses.ts'
import type { KindName } from '#contract/console/objectKinds.ts'
import { totals } from '#contract/operator/totals.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { money, points } from '#kit/format/numbers.ts'

interface Props {
  kind: KindName
  /** Values by the names of the filters. */
  filters: Readonly<Record<string, string>>
  /** Shows the next page; left out on the last one. */
  onNext: (() => void) | undefined
}

/** The line below a list, in sight at the foot of a desktop: its count and sums, which never delay it, and the next page. */
export function ListFoot({ kind, filters, onNext }: Props) {
  const { data } = useCallQuery(totals, { kind, filters })
  const within = Object.values(filters).some(Boolean) ? 'con estos filtros' : 'en total'
  return (
    <footer className="flex min-h-11 flex-wrap items-center gap-x-4 text-sm lg:sticky lg:bottom-0 lg:z-2 lg:-mx-6 lg:bg-paper lg:px-10 dense:min-h-10">
      <output className="figures min-w-0 flex-1 text-soft">
        {data &&
          [
            `${data.isMore ? 'Más de ' : ''}${points(data.count)} ${within}`,
            ...data.sums.map(({ cents, currency }) => money(cents, currency)),
          ].join(' · ')}
      </output>
      {onNext && (
        <button type="button" className={TOOL} onClick={onNext}>
          Página siguiente
        </button>
      )}
    </footer>
  )
}
