import type { ComponentProps } from 'react'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

const ConfirmDialog = lazyComponent(
  async () => (await import('#kit/feedback/ConfirmDialog.tsx')).ConfirmDialog,
)

/** `ConfirmDialog`, loaded when it first opens: no screen needs the dialog's library to be drawn. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  const wasOpened = useLastDefined(props.open || null)
  return wasOpened && <ConfirmDialog {...props} />
}
