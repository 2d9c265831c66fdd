import { type ReactNode, useSyncExternalStore } from 'react'
import { SESSION_OVER } from '#contract/responseCodes.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import type { SessionStore, StoredSession } from '#shared/shell/sessionStore.ts'

interface Props {
  session: Pick<SessionStore<StoredSession>, 'expired' | 'endedElsewhere' | 'isStorageFull'>
  /** Below the sentence about a session that expired. */
  children?: ReactNode
}

const doesNotChange = () => () => undefined

/** Says above the login why the person has to sign in again. */
export function SessionAlert({ session, children }: Props) {
  // The prerendered login says nothing of the device.
  const isFull = useSyncExternalStore(doesNotChange, session.isStorageFull, () => false)
  const isExpired = useSyncExternalStore(doesNotChange, session.expired, () => false)
  if (isExpired)
    return (
      <Alert tone="warn">
        {session.endedElsewhere() ? (
          'Esta sesión se cerró desde otro dispositivo. Lo que no habías enviado se borró de este.'
        ) : (
          <>
            {SESSION_OVER}
            {children}
          </>
        )}
      </Alert>
    )
  if (!isFull) return null
  return (
    <Alert tone="warn">
      En este dispositivo no queda lugar para guardar tu sesión: por eso, cuando se vuelve a cargar
      la página, te pedimos que ingreses de nuevo. Liberá espacio o borrá los datos de navegación de
      otros sitios.
    </Alert>
  )
}
