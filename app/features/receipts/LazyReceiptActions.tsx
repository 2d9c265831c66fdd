import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

/** `ReceiptActions` in a chunk of its own: a list is drawn without it. */
export const LazyReceiptActions = lazyComponent(
  async () => (await import('#app/features/receipts/ReceiptActions.tsx')).ReceiptActions,
)
