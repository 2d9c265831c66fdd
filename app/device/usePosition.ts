import { useEffect, useState } from 'react'
import { followPosition, type NoPosition, type Position } from '#app/device/position.ts'

/** The state of the position lookup. */
export type PositionState =
  | { kind: 'idle' }
  | { kind: 'locating' }
  | { kind: NoPosition }
  | { kind: 'found'; position: Position }

/** The device's position, followed from the first call of `ask` until the component unmounts. */
export function usePosition(): { state: PositionState; request: () => void } {
  const [requests, setRequests] = useState(0)
  const [state, setState] = useState<PositionState>({ kind: 'idle' })
  useEffect(() => {
    if (requests === 0) return undefined
    return followPosition(
      (position) => setState({ kind: 'found', position }),
      // The last known position is kept when a later lookup fails, as in a tunnel.
      (reason) =>
        setState((previous) =>
          previous.kind === 'found' && reason === 'unknown' ? previous : { kind: reason },
        ),
    )
  }, [requests])
  return {
    state,
    request: () => {
      if (state.kind === 'locating') return
      setState({ kind: 'locating' })
      setRequests(requests + 1)
    },
  }
}
