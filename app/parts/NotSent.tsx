import { Alert } from '#kit/Alert.tsx'
import type { CallFailure } from '#kit/callFailure.ts'

/** Why what was sent came to nothing, in its place above the button. */
export function NotSent({ failure }: { failure: CallFailure | null }) {
  return failure && <Alert tone="bad">{textOf(failure)}</Alert>
}

/** The server's own sentence when it said no; else what the wire did, and that nothing typed is lost. */
function textOf({ code, message, noAnswer, outcomeUnknown }: CallFailure): string {
  if (noAnswer)
    return 'No pudimos conectarnos. Lo que escribiste sigue acá: revisá tu conexión y probá de nuevo.'
  if (outcomeUnknown)
    return `${message}. Lo que escribiste sigue acá: probá de nuevo en un momento.`
  if (code === '429') return 'Fueron muchos intentos seguidos. Esperá un ratito y probá de nuevo.'
  return message
}
