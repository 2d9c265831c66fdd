import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

/** `ConfirmDialog`, loaded on demand: no screen needs the dialog's library to be drawn. */
export const LazyConfirmDialog = lazyComponent(
  async () => (await import('#kit/feedback/ConfirmDialog.tsx')).ConfirmDialog,
)
