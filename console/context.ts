import type { Session } from '#console/session.ts'
import { createProgramContext, type Program } from '#shared/shell/programContext.ts'

export type ConsoleProgram = Program<Session>

export const {
  Context: ConsoleContext,
  useProgram: useConsole,
  useSession,
} = createProgramContext<Session, ConsoleProgram>()
