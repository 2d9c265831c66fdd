import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWakeLock } from '#app/device/wakeLock.ts'
import { groupedCode } from '#app/features/loyalty/loyaltyCode.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { QrCode } from '#kit/display/QrCode.tsx'

/**
 * The code over the whole screen, black on white, for the reader at the till and bright sun. The
 * screen stays on meanwhile.
 */
export function FullScreenCode({ loyalty, onClose }: { loyalty: Loyalty; onClose: () => void }) {
  const { loyaltyCode, programmeName } = loyalty
  const dialog = useRef<HTMLDialogElement>(null)
  useWakeLock()
  // The browser's own modal dialog traps the focus and closes with Escape or the back gesture.
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={`Código de ${programmeName}`}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-code-ground text-code"
    >
      <div className="flex min-h-full flex-col items-center justify-center gap-4 p-4">
        <p className="text-lg font-bold">{programmeName}</p>
        <div className="w-[min(100%,78dvh)] max-w-160">
          <QrCode value={loyaltyCode} label={`Código QR de tu afiliación a ${programmeName}`} />
        </div>
        <p className="figures text-center text-3xl font-bold tracking-wide">
          {groupedCode(loyaltyCode)}
        </p>
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          className="inline-flex min-h-12 items-center gap-2 rounded-control border-2 border-code px-6 font-semibold"
        >
          <X aria-hidden="true" size={20} /> Cerrar
        </button>
      </div>
    </dialog>
  )
}
