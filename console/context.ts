import type { Session } from '#console/session.ts'
import { createServicesContext, type Services } from '#shared/shell/servicesContext.ts'

/** The objects that `main.tsx` creates for screens and routes. */
export type ConsoleServices = Services<Session>

export const {
  Context: ConsoleContext,
  useServices: useConsole,
  useSession,
} = createServicesContext<Session, ConsoleServices>()
