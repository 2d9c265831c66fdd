import { useMutation } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useApp } from '#app/context.ts'
import { signOut } from '#app/session/signIn.ts'
import { Button } from '#kit/display/Button.tsx'

/** Brings the dialog's library, which no screen needs to be drawn. */
const Decision = lazy(async () => ({
  default: (await import('#kit/feedback/ConfirmDialog.tsx')).ConfirmDialog,
}))

/** The way out of the session. It asks first, and without a network offers to forget this device only. */
export function SignOut() {
  const app = useApp()
  const [asking, setAsking] = useState<boolean | null>(null)
  const leaving = useMutation({ mutationFn: () => signOut(app) })
  const unheard = leaving.isError
  const ask = (event: MouseEvent<HTMLElement>) => {
    // The phone's drawer lies over everything, the question too.
    event.currentTarget.closest('dialog')?.close()
    setAsking(true)
  }
  const close = () => {
    setAsking(false)
    leaving.reset()
  }
  return (
    <>
      <Button kind="plain" wide onClick={ask}>
        <LogOut aria-hidden="true" size={20} />
        Cerrar sesión
      </Button>
      {asking !== null && (
        <Suspense>
          <Decision
            open={asking}
            title={unheard ? 'No pudimos avisarle al servidor' : '¿Cerrar sesión?'}
            busy={leaving.isPending}
            onCancel={close}
            onOk={unheard ? app.session.leave : () => leaving.mutate()}
          >
            {unheard
              ? 'Parece que no hay conexión. Podés salir igual en este dispositivo: tu sesión se va a vencer sola.'
              : 'Vas a tener que ingresar de nuevo para ver tus puntos y pagar.'}
          </Decision>
        </Suspense>
      )}
    </>
  )
}
