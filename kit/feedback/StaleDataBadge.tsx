import { CloudAlert, RefreshCw, WifiOff } from 'lucide-react'
import { use, useEffect, useState } from 'react'
import { toStamp } from '#contract/dates.ts'
import { ClockContext } from '#kit/browser/ClockContext.ts'
import { isFromStorage, isOffline, isStale, type QueryResult } from '#kit/feedback/queryStatus.ts'
import { updatedText } from '#kit/format/relativeTime.ts'

interface Props {
  query: QueryResult<unknown>
  /** Without a background colour, for one block among others. */
  quiet?: boolean
}

/** Milliseconds for which kept data are drawn without their time: usually the answer comes first. */
const GRACE_MS = 2_000

/** Gives the time of data that are not up to date: they could not be refreshed, or not yet. */
export function StaleDataBadge({ query, quiet = false }: Props) {
  const now = use(ClockContext)
  const isLate = useLate(isFromStorage(query))
  const stale = isStale(query)
  if (!stale && !isLate) return null
  const { Icon, text } = !stale ? REFRESHING : isOffline(query) ? OFFLINE : FAILED
  return (
    <output className={`flex items-center text-sm ${quiet ? QUIET : PILL}`}>
      <Icon aria-hidden="true" size={16} className="shrink-0" />
      {text} · {updatedText(toStamp(new Date(query.dataUpdatedAt)), now())}
    </output>
  )
}

const OFFLINE = { Icon: WifiOff, text: 'Sin conexión' }
const FAILED = { Icon: CloudAlert, text: 'No pudimos actualizar' }
const REFRESHING = { Icon: RefreshCw, text: 'Esperando respuesta' }

/** Whether a condition has held for longer than `GRACE_MS`. */
function useLate(condition: boolean): boolean {
  const [isLate, setLate] = useState(false)
  if (!condition && isLate) setLate(false)
  useEffect(() => {
    if (!condition) return undefined
    const timer = setTimeout(() => setLate(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [condition])
  return condition && isLate
}

const PILL = 'gap-2 self-start rounded-full bg-sun-tint px-3.5 py-1.5 font-medium text-sun-text'
const QUIET = 'gap-1.5 px-1 text-soft'
