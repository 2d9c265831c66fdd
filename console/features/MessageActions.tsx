import { useState } from 'react'
import { answerMessage } from '#contract/operator/answerMessage.ts'
import { type ContactMessage, contactMessages } from '#contract/operator/contactMessages.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { Button } from '#kit/display/Button.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { SubmitError } from '#kit/form/SubmitError.tsx'

interface Props {
  message: ContactMessage
  /** The typed answer; empty disables the button that sends it. */
  answer: string
  tooLong: boolean
  onAnswered: () => void
}

/** Answers a message or closes it without an answer, after a dialog that states the consequence. */
export function MessageActions({ message: { id, name }, answer, tooLong, onAnswered }: Props) {
  const mutation = useCallMutation(answerMessage, { invalidates: [contactMessages] })
  const [confirming, setConfirming] = useState<'answer' | 'close' | null>(null)
  const step = useLastDefined(confirming)
  const confirm = (next: 'answer' | 'close') => {
    mutation.reset()
    setConfirming(next)
  }
  const send = () =>
    mutation.mutate(
      { messageId: id, answer: step === 'answer' ? answer : '' },
      {
        onSuccess: () => {
          showToast(step === 'answer' ? `Le contestaste a ${name}.` : 'Cerraste el mensaje.')
          onAnswered()
        },
        onError: () => setConfirming(null),
      },
    )
  return (
    <div className="flex flex-col gap-3">
      <SubmitError action="contestar" error={mutation.error} />
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button kind="quiet" onClick={() => confirm('close')}>
          Cerrar sin responder
        </Button>
        <Button disabled={answer === '' || tooLong} onClick={() => confirm('answer')}>
          Responder
        </Button>
      </div>
      <LazyConfirmDialog
        open={confirming !== null && !mutation.isSuccess}
        title={step === 'answer' ? `¿Contestarle a ${name}?` : '¿Cerrar sin responder?'}
        busy={mutation.isPending}
        onCancel={() => setConfirming(null)}
        onOk={send}
      >
        {step === 'answer'
          ? 'Le llega en la app y por correo. Después no se puede cambiar.'
          : `${name} va a ver que lo leímos y que no necesita respuesta. Después no se puede contestar.`}
      </LazyConfirmDialog>
    </div>
  )
}
