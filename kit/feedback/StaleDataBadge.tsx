import { CloudAlert, WifiOff } from 'lucide-react'
import { toStamp } from '#contract/dates.ts'
import { isOffline, isStale, type QueryResult } from '#kit/feedback/queryStatus.ts'
import { timeOfDay } from '#kit/format/format.ts'

interface Props {
  query: Pick<QueryResult<unknown>, 'dataUpdatedAt' | 'error' | 'isRefetchError' | 'isPaused'>
  /** Without a background colour, for one block among others. */
  quiet?: boolean
}

/** Gives the time of data that could not be refreshed; nothing when they are up to date. */
export function StaleDataBadge({ query, quiet = false }: Props) {
  if (!isStale(query)) return null
  const offline = isOffline(query)
  const Icon = offline ? WifiOff : CloudAlert
  return (
    <output className={`flex items-center text-sm ${quiet ? QUIET : PILL}`}>
      <Icon aria-hidden="true" size={16} className="shrink-0" />
      {offline ? 'Sin conexión · actualizado a las' : 'No pudimos actualizar · datos de las'}{' '}
      {timeOfDay(toStamp(new Date(query.dataUpdatedAt)))}
    </output>
  )
}

const PILL = 'gap-2 self-start rounded-full bg-sun-tint px-3.5 py-1.5 font-medium text-sun-text'
const QUIET = 'gap-1.5 px-1 text-soft'
