import { type ComponentProps, lazy, Suspense } from 'react'

const PushInvitation = lazy(async () => ({
  default: (await import('#app/features/push/PushInvitation.tsx')).PushInvitation,
}))

/** `PushInvitation`, loaded when it is drawn: until then, and when it cannot be loaded, nothing. */
export const LazyPushInvitation = (props: ComponentProps<typeof PushInvitation>) => (
  <Suspense fallback={null}>
    <PushInvitation {...props} />
  </Suspense>
)
