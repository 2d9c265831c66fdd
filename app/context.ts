import type { Session } from '#app/session/session.ts'
import type { ServerClock } from '#kit/api/serverClock.ts'
import { createServicesContext, type Services } from '#shared/shell/servicesContext.ts'

/** The objects that `main.tsx` creates for screens and routes. */
export interface App extends Services<Session> {
  clock: ServerClock
  /** Choices of this device, as the selected loyalty. */
  storage: Storage
}

export const {
  Context: AppContext,
  useServices: useApp,
  useSession,
} = createServicesContext<Session, App>()
