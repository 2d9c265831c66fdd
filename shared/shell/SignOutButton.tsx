import { useMutation } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'
import { type SignOutProgram, signOut } from '#shared/shell/signIn.ts'

interface Props {
  program: SignOutProgram
  /** The loss by signing out, in the confirmation dialog. */
  consequence: string
  /** The unsaved data that would be lost; empty for none. */
  loss?: string
  /** Where the session can be ended without the server: `en este dispositivo`. */
  place: string
}

/** Signs out after a confirmation. When the server does not answer it offers to end the session on this side only. */
export function SignOutButton({ program, consequence, loss = '', place }: Props) {
  const [isOpen, setOpen] = useState(false)
  const mutation = useMutation({ mutationFn: () => signOut(program) })
  const open = (event: MouseEvent<HTMLElement>) => {
    // The navigation drawer of a phone is a modal dialog and would cover this one.
    event.currentTarget.closest('dialog')?.close()
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    mutation.reset()
  }
  return (
    <>
      <Button kind="plain" wide onClick={open}>
        <LogOut aria-hidden="true" size={20} />
        Cerrar sesión
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        title={mutation.isError ? 'No pudimos avisarle al servidor' : '¿Cerrar sesión?'}
        busy={mutation.isPending}
        onCancel={close}
        verb={mutation.isError ? 'Salir igual' : 'Cerrar sesión'}
        onConfirm={mutation.isError ? program.session.end : () => mutation.mutate()}
      >
        {loss !== '' && <strong className="block">{loss}</strong>}
        {mutation.isError
          ? `Parece que no hay conexión. Podés salir igual ${place}: tu sesión se va a vencer sola.`
          : consequence}
      </LazyConfirmDialog>
    </>
  )
}
