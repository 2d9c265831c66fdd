import { onDemand } from '#kit/feedback/onDemand.tsx'

/** `ConfirmDialog`, loaded on demand: no screen needs the dialog's library to be drawn. */
export const LazyConfirmDialog = onDemand(
  async () => (await import('#kit/feedback/ConfirmDialog.tsx')).ConfirmDialog,
)
