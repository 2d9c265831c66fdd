import { useSession } from '#console/context.ts'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { Approvals } from '#shared/approvals/Approvals.tsx'

/** Solicitudes: the membership requests that the operator may see, and the decisions on them. */
export default function Requests() {
  const session = useSession()
  return (
    <ConsoleScreen title="Solicitudes">{session && <Approvals approver={session} />}</ConsoleScreen>
  )
}
