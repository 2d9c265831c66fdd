import type { ComponentProps } from 'react'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

const Sheet = lazyComponent(async () => (await import('#kit/feedback/Sheet.tsx')).Sheet)

/** `Sheet`, loaded when it first opens: no screen needs the dialog's library to be drawn. */
export function LazySheet(props: ComponentProps<typeof Sheet>) {
  const wasOpened = useLastDefined(props.open || null)
  return wasOpened && <Sheet {...props} />
}
