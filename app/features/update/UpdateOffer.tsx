import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  activateUpdate,
  isUpdateOffered,
  onUpdate,
  setMutatingCheck,
} from '#app/features/update/appUpdate.ts'
import { showActionToast, showToast } from '#kit/feedback/toasts.ts'

/** Milliseconds between two looks at whether a payment is over. */
const PAYMENT_CHECK_MS = 2_000

/** Offers the version of the app that waits, once and never during a payment. Draws nothing itself. */
export function UpdateOffer() {
  const client = useQueryClient()
  useEffect(() => {
    setMutatingCheck(() => client.isMutating() > 0)
    const offer = () => {
      if (!isUpdateOffered()) return
      stop()
      showActionToast('Hay una versión nueva de Surtidor.', {
        label: 'Actualizar',
        action: () => void update(),
        timeout: 0,
      })
    }
    const unsubscribe = onUpdate(offer)
    const timer = setInterval(offer, PAYMENT_CHECK_MS)
    const stop = () => {
      unsubscribe()
      clearInterval(timer)
    }
    offer()
    return stop
  }, [client])
  return null
}

async function update() {
  if (await activateUpdate()) return
  showToast(
    'No actualizamos para que no pierdas nada: terminá lo que estás haciendo, también en otras ventanas.',
    'bad',
  )
}
