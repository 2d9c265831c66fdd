import { Toast as Base } from '@base-ui/react/toast'
import type { AnyRouter } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import { addWaiting, endToasts, toasts } from '#kit/feedback/toasts.ts'

interface Props {
  router: Pick<AnyRouter, 'subscribe'>
  session: { current: () => unknown; subscribe: (listener: () => void) => () => unknown }
}

/**
 * Draws the toasts: at the foot of the screen, above an open sheet or dialog. The program mounts one, at
 * its root. The toast of an earlier call would cover the error of a form that is sent again: it ends then.
 */
export function Toaster({ router, session }: Props) {
  useEffect(
    () => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && endToasts('screen')),
    [router],
  )
  useEffect(() => {
    const stop = session.subscribe(() => session.current() ?? endToasts('session'))
    return () => void stop()
  }, [session])
  useEffect(() => {
    const endOfEarlier = () => endToasts('screen')
    // Before the form's own handler, which may show the next one.
    document.addEventListener('submit', endOfEarlier, true)
    return () => document.removeEventListener('submit', endOfEarlier, true)
  }, [])
  // After the provider, which listens from an effect of its own.
  useEffect(addWaiting, [])
  return (
    <Base.Provider toastManager={toasts} limit={1}>
      <Base.Portal>
        <Base.Viewport
          aria-label="Avisos (F6)"
          className="toasts fixed inset-x-4 z-50 mx-auto max-w-104"
        >
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Toasts() {
  const { toasts } = Base.useToastManager()
  const height = toasts[0]?.height
  useEffect(() => {
    const { style } = document.documentElement
    if (height === undefined) style.removeProperty('--toast-room')
    else style.setProperty('--toast-room', `calc(${height}px + 1.5rem + env(safe-area-inset-top))`)
  }, [height])
  return toasts.map((toast) => {
    const Icon = toast.type === 'bad' ? CircleAlert : CircleCheck
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['down', 'left', 'right']}
        className="toast absolute inset-x-0 translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded-control bg-ink text-paper shadow-float transition duration-220 select-none data-ending-style:translate-y-4 data-ending-style:opacity-0 data-limited:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0"
      >
        <Base.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
          <Icon aria-hidden="true" size={20} className="shrink-0" />
          {/* On a phone the button is below a sentence that would be one word wide beside it. */}
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3">
            <Base.Title render={<p />} className="min-w-0 flex-1 basis-44 py-2 font-medium" />
            {toast.actionProps && (
              <Base.Action className="min-h-11 shrink-0 rounded-inner px-3 font-semibold underline underline-offset-4 hover:bg-paper/15" />
            )}
          </div>
          <Base.Close
            // Base UI shows it to a screen reader only while the toast has the focus or the pointer.
            aria-hidden={false}
            aria-label="Cerrar el aviso"
            className="flex size-11 shrink-0 items-center justify-center rounded-inner hover:bg-paper/15"
          >
            <X aria-hidden="true" size={18} />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    )
  })
}
