import { useApp } from '#app/context.ts'
import { km } from '#app/features/car/carFormat.ts'
import { discardPending, submitPending, takePending, usePending } from '#app/offline/pendingCall.ts'
import { ODOMETER } from '#app/offline/pendingOdometer.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'

/** What was added to a purchase and waits on the device, or was asked about when it was sent. */
export function PendingOdometer() {
  const app = useApp()
  const pending = usePending(ODOMETER)
  if (!pending) return null
  const { id, fields, state, sentence } = pending
  const what = fields.odometer === null ? 'Lo que anotaste' : km(fields.odometer)
  const isRefused = state === 'refused'
  const confirm = async () => {
    const taken = await takePending(ODOMETER, app.session)
    if (taken) await submitPending(ODOMETER, app, { ...taken, confirmed: true })
  }
  return (
    <Alert
      tone={isRefused ? 'bad' : 'warn'}
      title={isRefused ? 'Kilómetros sin guardar' : 'Lo guardamos en este dispositivo'}
    >
      {isRefused ? sentence : `${what}: sale solo cuando vuelva la conexión.`}
      <span className="flex flex-wrap gap-x-2">
        {isRefused && fields.odometer !== null && !fields.confirmed && (
          <Button kind="plain" onClick={() => void confirm().catch(console.warn)}>
            Sí, está bien así
          </Button>
        )}
        <Button kind="plain" onClick={() => discardPending(ODOMETER, app.session, id)}>
          Descartar
        </Button>
      </span>
    </Alert>
  )
}
