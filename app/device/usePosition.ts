import { useEffect, useState } from 'react'
import { followPosition, type NoPosition, type Position } from '#app/device/position.ts'

/** What is known of where the device is. */
export type PositionState =
  | { kind: 'unasked' }
  | { kind: 'looking' }
  | { kind: NoPosition }
  | { kind: 'here'; place: Position }

/** The device's position, from the moment the person asks for it until the screen goes away. */
export function usePosition(): { whereabouts: PositionState; ask: () => void } {
  const [asked, setAsked] = useState(0)
  const [whereabouts, setWhereabouts] = useState<PositionState>({ kind: 'unasked' })
  useEffect(() => {
    if (asked === 0) return undefined
    return followPosition(
      (place) => setWhereabouts({ kind: 'here', place }),
      // A tunnel on the way: the last place is better than none.
      (why) =>
        setWhereabouts((had) => (had.kind === 'here' && why === 'unknown' ? had : { kind: why })),
    )
  }, [asked])
  return {
    whereabouts,
    ask: () => {
      if (whereabouts.kind === 'looking') return
      setWhereabouts({ kind: 'looking' })
      setAsked(asked + 1)
    },
  }
}
