import { useEffect, useState } from 'react'
import {
  followPosition,
  isPositionAllowed,
  type NoPosition,
  type Position,
} from '#app/device/position.ts'

export type PositionState =
  | { kind: 'idle' }
  | { kind: 'locating' }
  | { kind: NoPosition }
  | { kind: 'found'; position: Position }

/**
 * The device's position, followed from the first `request`, or at once where it is allowed already,
 * until the component unmounts.
 * @param options.watch also between the lookups, for a map
 */
export function usePosition({ watch = false }: { watch?: boolean } = {}): {
  state: PositionState
  request: () => void
} {
  const [requests, setRequests] = useState(0)
  const [state, setState] = useState<PositionState>({ kind: 'idle' })
  const start = () => {
    setState({ kind: 'locating' })
    setRequests((count) => count + 1)
  }
  useEffect(() => {
    let unmounted = false
    const startIfAllowed = async () => {
      if (!(await isPositionAllowed()) || unmounted) return
      setState((state) => (state.kind === 'idle' ? { kind: 'locating' } : state))
      setRequests((count) => count || 1)
    }
    void startIfAllowed()
    return () => {
      unmounted = true
    }
  }, [])
  useEffect(() => {
    if (requests === 0) return undefined
    return followPosition({
      watch,
      onPosition: (position) => setState({ kind: 'found', position }),
      // The last known position is kept when a later lookup fails, as in a tunnel.
      onFailure: (reason) =>
        setState((previous) =>
          previous.kind === 'found' && reason === 'unknown' ? previous : { kind: reason },
        ),
    })
  }, [requests, watch])
  return { state, request: () => state.kind !== 'locating' && start() }
}
