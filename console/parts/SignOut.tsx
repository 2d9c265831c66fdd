import { useMutation } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useConsole } from '#console/context.ts'
import { signOut } from '#console/signIn.ts'
import { Button } from '#kit/display/Button.tsx'
import { ConfirmDialog } from '#kit/feedback/ConfirmDialog.tsx'

/** The way out of the session. It asks first, and without a network offers to forget this tab only. */
export function SignOut() {
  const desk = useConsole()
  const [asking, setAsking] = useState(false)
  const leaving = useMutation({ mutationFn: () => signOut(desk) })
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
      <ConfirmDialog
        open={asking}
        title={unheard ? 'No pudimos avisarle al servidor' : '¿Cerrar sesión?'}
        busy={leaving.isPending}
        onCancel={close}
        onOk={unheard ? desk.session.leave : () => leaving.mutate()}
      >
        {unheard
          ? 'Parece que no hay conexión. Podés salir igual de esta pestaña: tu sesión se va a vencer sola.'
          : 'Para volver a la consola vas a tener que ingresar de nuevo.'}
      </ConfirmDialog>
    </>
  )
}
