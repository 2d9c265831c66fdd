import { useEffect, useRef, useState } from 'react'
import { ApiError, transportError } from '#kit/api/apiError.ts'

/** Something that a person starts: at most one at a time, its outcome beside its button. */
export interface AsyncAction<In, Out> {
  /** Starts it unless it is under way; `then` runs after a good outcome, if the screen is still there. */
  run: (input: In, then?: (outcome: Out) => void) => void
  busy: boolean
  outcome: Out | undefined
  failure: ApiError | null
  /**
   * Forgets the outcome and the failure. What is under way may still be done, but nobody here
   * waits for it any more: something else can be started, and its `then` does not run.
   */
  reset: () => void
}

const IDLE = { busy: false, outcome: undefined, failure: null }

/** An action made of anything, for what takes more than one call. */
export function useAsyncAction<In, Out>(task: (input: In) => Promise<Out>): AsyncAction<In, Out> {
  const [state, setState] =
    useState<Pick<AsyncAction<In, Out>, 'busy' | 'outcome' | 'failure'>>(IDLE)
  // The try that is waited for. State is too slow for a double tap: both taps would still see it idle.
  const underWay = useRef<symbol>(undefined)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const begin = async (input: In, then?: (outcome: Out) => void) => {
    const mine = Symbol()
    const isWaitedFor = () => underWay.current === mine
    underWay.current = mine
    setState({ ...IDLE, busy: true })
    try {
      const outcome = await task(input)
      if (!isWaitedFor()) return
      setState({ ...IDLE, outcome })
      if (here.current) then?.(outcome)
    } catch (error) {
      if (!isWaitedFor()) return
      setState({ ...IDLE, failure: error instanceof ApiError ? error : transportError(0) })
    } finally {
      if (isWaitedFor()) underWay.current = undefined
    }
  }
  return {
    ...state,
    run: (input, then) => {
      if (!underWay.current) void begin(input, then)
    },
    reset: () => {
      underWay.current = undefined
      setState(IDLE)
    },
  }
}
