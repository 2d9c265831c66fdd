import { useState } from 'react'
import type { ApiError } from '#kit/api/apiError.ts'

interface Result<Data> {
  /** Of the tries so far. As the key of what is drawn it has a screen reader tell the same sentence anew. */
  count: number
  data?: Data | undefined
  error: ApiError | null
}

/**
 * What the last try of a mutation came to. Unlike the mutation's own state it stays while the next try runs:
 * what is drawn of it would else move the buttons away from the finger that tries again.
 */
export function useLastResult<Data>() {
  const [result, setResult] = useState<Result<Data>>({ count: 0, error: null })
  const onSettled = (data: Data | undefined, error: ApiError | null) =>
    setResult(({ count }) => ({ count: count + 1, data, error }))
  return { ...result, onSettled }
}
