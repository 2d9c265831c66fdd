import type { Session } from '#console/session.ts'
import { createServicesContext, type Services } from '#shared/shell/servicesContext.ts'

export type ConsoleServices = Services<Session>

export const {
  Context: ConsoleContext,
  useServices: useConsole,
  useSession,
} = createServicesContext<Session, ConsoleServices>()
