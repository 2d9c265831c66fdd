import { useMutation } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useApp } from '#app/context.ts'
import { isInvitationDue, recordAnswer } from '#app/features/invitations/invitationTiming.ts'
import { PushHint } from '#app/features/push/PushHints.tsx'
import { enablePush } from '#app/features/push/registerDevice.ts'
import { usePushState } from '#app/features/push/usePushState.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { showToast } from '#kit/feedback/toasts.ts'

interface Props {
  /** The question, as "¿Te avisamos cuando decidan tu solicitud?". */
  title: string
  children: ReactNode
}

/**
 * Offers to push notifications to this device, after something that the person did. The browser's own
 * question follows only their tap; a "no" is remembered for months.
 */
export function PushInvitation({ title, children }: Props) {
  const app = useApp()
  const [state, setState] = usePushState()
  const [isOpen, setIsOpen] = useState(() => isInvitationDue('push', app))
  const enable = useMutation({
    mutationFn: () => enablePush(app.call, false),
    onSuccess: (after) => {
      recordAnswer('push', app)
      if (after === 'granted') {
        showToast('Listo: te avisamos en este dispositivo.')
        setIsOpen(false)
      } else setState(after)
    },
  })
  const refuse = () => {
    recordAnswer('push', app)
    setIsOpen(false)
  }
  const isAsked = state === 'ask' || enable.isPending || enable.isError
  if (!isOpen || (!isAsked && !enable.isSuccess)) return null
  if (!isAsked && state) return <PushHint state={state} />
  return (
    <Card mark={<IconCircle icon={BellRing} />} title={title} detail={children}>
      {enable.isError && (
        <Alert tone="bad">No lo pudimos activar. Fijate si tenés conexión y probá de nuevo.</Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={enable.isPending} onClick={() => enable.mutate()}>
          Sí, avisame
        </Button>
        <Button kind="plain" onClick={refuse}>
          Ahora no
        </Button>
      </div>
    </Card>
  )
}
