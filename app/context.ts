import type { Session } from '#app/session/session.ts'
import type { ServerClock } from '#kit/api/serverClock.ts'
import { createProgramContext, type Program } from '#shared/shell/programContext.ts'

export interface App extends Program<Session> {
  clock: ServerClock
  /** Choices of this device, as the selected loyalty. */
  storage: Storage
}

export const {
  Context: AppContext,
  useProgram: useApp,
  useSession,
} = createProgramContext<Session, App>()
