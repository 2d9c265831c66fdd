import { lazy } from 'react'

/** `ConfirmDialog`, loaded on demand: no screen needs the dialog's library to be drawn. */
export const LazyConfirmDialog = lazy(async () => ({
  default: (await import('#kit/feedback/ConfirmDialog.tsx')).ConfirmDialog,
}))
