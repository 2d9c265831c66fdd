import { type ComponentProps, useEffect, useState } from 'react'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import type { Toaster } from '#kit/feedback/Toast.tsx'

type Props = ComponentProps<typeof Toaster>

/** The Toaster, loaded in idle time: no screen needs it to be drawn. */
export function IdleToaster(props: Props) {
  const [{ Toaster: Loaded }, setModule] = useState<{ Toaster?: typeof Toaster }>({})
  useEffect(() => {
    whenIdle(() => void import('#kit/feedback/Toast.tsx').then(setModule, console.warn))
  }, [])
  return Loaded && <Loaded {...props} />
}
