import { useEffect, useRef, useState } from 'react'
import { CallFailure, failedTransport } from '#kit/callFailure.ts'

/** Something that a person starts: at most one at a time, its outcome beside its button. */
export interface Action<In, Out> {
  /** Starts it unless it is under way; `then` runs after a good outcome, if the screen is still there. */
  run: (input: In, then?: (outcome: Out) => void) => void
  busy: boolean
  outcome: Out | undefined
  failure: CallFailure | null
  /** Forgets the outcome and the failure. */
  reset: () => void
}

const IDLE = { busy: false, outcome: undefined, failure: null }

/** An action made of anything, for what takes more than one call. */
export function useTask<In, Out>(task: (input: In) => Promise<Out>): Action<In, Out> {
  const [state, setState] = useState<Pick<Action<In, Out>, 'busy' | 'outcome' | 'failure'>>(IDLE)
  // State is too slow for a double tap: both taps would still see it idle.
  const underWay = useRef(false)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const begin = async (input: In, then?: (outcome: Out) => void) => {
    setState({ ...IDLE, busy: true })
    try {
      const outcome = await task(input)
      setState({ ...IDLE, outcome })
      if (here.current) then?.(outcome)
    } catch (error) {
      setState({ ...IDLE, failure: error instanceof CallFailure ? error : failedTransport(0) })
    } finally {
      underWay.current = false
    }
  }
  return {
    ...state,
    run: (input, then) => {
      if (underWay.current) return
      underWay.current = true
      void begin(input, then)
    },
    reset: () => setState(IDLE),
  }
}
