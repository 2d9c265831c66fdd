import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

/** `PushInvitation`, loaded when it is drawn: until then, and when it cannot be loaded, nothing. */
export const LazyPushInvitation = lazyComponent(
  async () => (await import('#app/features/invitations/PushInvitation.tsx')).PushInvitation,
  () => null,
)
