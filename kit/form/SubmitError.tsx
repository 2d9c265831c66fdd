import { useState } from 'react'
import { type ApiError, offlineText } from '#kit/api/apiError.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

/**
 * Loaded on demand: no screen needs the dialog's library to be drawn. What corrupted the answer
 * (a captive portal, another version of the server) may corrupt this chunk too; the sentence above
 * the button is then the only message.
 */
const LazyAlertDialog = lazyComponent(
  async () => (await import('#kit/feedback/ConfirmDialog.tsx')).AlertDialog,
  () => null,
)

interface Props {
  error: ApiError | null
  /** The action that needs a network, as the end of a sentence: `guardar tus datos`. */
  action?: string
}

/** The error of a mutation, above the form's button. An unreadable answer also opens the generic alert. */
export function SubmitError({ error, action = 'seguir' }: Props) {
  const [dismissed, setDismissed] = useState<ApiError>()
  if (!error) return null
  return (
    <>
      <Alert tone="bad">{textOf(error, action)}</Alert>
      {error.unprocessable && (
        <LazyAlertDialog
          text={error === dismissed ? null : error.message}
          onClose={() => setDismissed(error)}
        />
      )}
    </>
  )
}

/** The server's sentence for a refusal; for an error of transport, what happened and that the form keeps its values. */
function textOf(error: ApiError, action: string): string {
  const { code, noAnswer, outcomeUnknown } = error
  if (noAnswer === 'offline') return offlineText(action)
  if (noAnswer === 'timeout')
    return 'Esperamos un minuto y la respuesta no llegó. Lo que escribiste sigue acá: probá de nuevo.'
  if (noAnswer)
    return 'No pudimos conectarnos. Lo que escribiste sigue acá: revisá tu conexión y probá de nuevo.'
  if (outcomeUnknown)
    return `${error.message}. Lo que escribiste sigue acá: probá de nuevo en un momento.`
  if (code === '429') return 'Fueron muchos intentos seguidos. Esperá un ratito y probá de nuevo.'
  return error.message
}
