import { WifiOff } from 'lucide-react'
import { clock } from '#kit/format.ts'

/** Says that what is shown was kept from an earlier visit, since there is no connection. */
export function Stale({ stamp }: { stamp: string }) {
  return (
    <output className="flex items-center gap-2 self-start rounded-full bg-sun-tint px-3.5 py-1.5 text-sm font-medium text-sun-text">
      <WifiOff aria-hidden="true" size={16} />
      Sin conexión · actualizado a las {clock(stamp)}
    </output>
  )
}
