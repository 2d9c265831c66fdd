import { type FunctionComponent, lazy, Suspense, useState } from 'react'
import { Alert } from '#kit/feedback/Alert.tsx'
import { alertText, type ApiError } from '#kit/api/apiError.ts'
import type { AlertDialogProps } from '#kit/feedback/AlertDialog.tsx'

/**
 * Brings the dialog's library, which no screen needs to be drawn. It may not come, for whoever
 * garbled the answer garbles it too: the sentence in its place is then all there is.
 */
const LazyAlertDialog = lazy<FunctionComponent<AlertDialogProps>>(async () => {
  const { AlertDialog } = await import('#kit/feedback/AlertDialog.tsx').catch(() => ({
    AlertDialog: () => null,
  }))
  return { default: AlertDialog }
})

/**
 * Why what was sent came to nothing, in its place above the button. An answer that nobody can read
 * is told by the generic alert as well.
 */
export function SubmitError({ failure }: { failure: ApiError | null }) {
  const [read, setRead] = useState<ApiError>()
  if (!failure) return null
  return (
    <>
      <Alert tone="bad">{textOf(failure)}</Alert>
      {failure.unprocessable && (
        <Suspense>
          <LazyAlertDialog
            text={failure === read ? null : alertText(failure)}
            onClose={() => setRead(failure)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The server's own sentence when it said no; else what the wire did, and that nothing typed is lost. */
function textOf({ code, message, noAnswer, outcomeUnknown }: ApiError): string {
  if (noAnswer)
    return 'No pudimos conectarnos. Lo que escribiste sigue acá: revisá tu conexión y probá de nuevo.'
  if (outcomeUnknown)
    return `${message}. Lo que escribiste sigue acá: probá de nuevo en un momento.`
  if (code === '429') return 'Fueron muchos intentos seguidos. Esperá un ratito y probá de nuevo.'
  return message
}
