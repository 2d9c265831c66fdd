import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  activateUpdate,
  isUpdateOffered,
  setMutatingCheck,
} from '#app/features/update/appUpdate.ts'
import { showActionToast, showToast } from '#kit/feedback/toasts.ts'

/** Milliseconds between two looks at whether a version waits and no payment is in progress. */
const CHECK_MS = 2_000

/** Offers the version of the app that waits, once and never during a payment. Draws nothing itself. */
export function UpdateOffer() {
  const client = useQueryClient()
  useEffect(() => {
    setMutatingCheck(() => client.isMutating() > 0)
    const timer = setInterval(() => {
      if (!isUpdateOffered()) return
      clearInterval(timer)
      showActionToast('Hay una versión nueva de Surtidor.', {
        label: 'Actualizar',
        action: () => void update(),
        timeout: 0,
      })
    }, CHECK_MS)
    return () => clearInterval(timer)
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
