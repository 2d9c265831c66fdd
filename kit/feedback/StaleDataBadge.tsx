import { CloudAlert, WifiOff } from 'lucide-react'
import { clock } from '#kit/format/format.ts'
import type { QueryState } from '#kit/api/callQueries.ts'

interface Props {
  of: Pick<QueryState<unknown>, 'at' | 'failure' | 'offline'>
  /** For one block among others: without a colour of its own. */
  quiet?: boolean
}

/** Says of when an answer is that could not be refreshed; nothing of one that is as new as it gets. */
export function StaleDataBadge({ of: { at, failure, offline }, quiet = false }: Props) {
  if (!offline && !failure) return null
  const Icon = offline ? WifiOff : CloudAlert
  return (
    <output className={`flex items-center text-sm ${quiet ? QUIET : PILL}`}>
      <Icon aria-hidden="true" size={16} className="shrink-0" />
      {offline ? 'Sin conexión · actualizado a las' : 'No pudimos actualizar · datos de las'}{' '}
      {clock(at)}
    </output>
  )
}

const PILL = 'gap-2 self-start rounded-full bg-sun-tint px-3.5 py-1.5 font-medium text-sun-text'
const QUIET = 'gap-1.5 px-1 text-soft'
