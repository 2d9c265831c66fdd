import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '#app/context.ts'
import { hasPaymentInProgress } from '#app/features/payments/paymentInProgress.ts'
import {
  activateUpdate,
  addBusyCheck,
  isUpdateWaiting,
  onUpdate,
} from '#app/features/update/appUpdate.ts'
import { showActionToast, showToast } from '#kit/feedback/toasts.ts'

/** Milliseconds between two looks at whether a payment is over. */
const PAYMENT_CHECK_MS = 2_000

/** Offers the version of the app that waits, once and never during a payment. Draws nothing itself. */
export function UpdateOffer() {
  const { storage, clock } = useApp()
  const client = useQueryClient()
  const isWaiting = useSyncExternalStore(onUpdate, isUpdateWaiting)
  const [isOffered, setIsOffered] = useState(false)
  useEffect(() => {
    const isPaying = () => hasPaymentInProgress(storage, clock.now())
    return addBusyCheck(() => isPaying() || client.isMutating() > 0)
  }, [storage, clock, client])
  useEffect(() => {
    if (!isWaiting || isOffered) return undefined
    const offer = () => {
      if (hasPaymentInProgress(storage, clock.now())) return
      setIsOffered(true)
      showActionToast('Hay una versión nueva de Surtidor.', {
        label: 'Actualizar',
        action: () => void update(),
        timeout: 0,
      })
    }
    offer()
    const timer = setInterval(offer, PAYMENT_CHECK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, isOffered, storage, clock])
  return null
}

async function update() {
  if (await activateUpdate()) return
  showToast(
    'No actualizamos para que no pierdas nada: terminá lo que estás haciendo, también en otras ventanas.',
    'bad',
  )
}
