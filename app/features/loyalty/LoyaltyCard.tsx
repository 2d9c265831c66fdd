import { Maximize2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { useWakeLock } from '#app/device/useWakeLock.ts'
import { cardCode } from '#app/features/loyalty/cardCode.ts'
import { pointsNotes, spendableOf } from '#app/features/loyalty/pointsTexts.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { Button } from '#kit/display/Button.tsx'
import { Logo } from '#kit/display/Logo.tsx'
import { QrCode } from '#kit/display/QrCode.tsx'
import { points } from '#kit/format/numbers.ts'

interface CardProps {
  loyalty: Loyalty
  /** Below the button that shows the code in large. */
  children?: ReactNode
}

export function LoyaltyCard({ loyalty, children }: CardProps) {
  const { loyaltyCode, programmeName, holder } = loyalty
  const [large, setLarge] = useState(false)
  const notes = pointsNotes(loyalty, useNow())
  return (
    <div className="mx-auto flex w-full max-w-136 flex-col gap-4">
      <div className="deep flex flex-col gap-5 rounded-card p-6 shadow-float">
        <div className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-xl font-bold tracking-tight wrap-anywhere">{programmeName}</h2>
            <p className="text-on-deep-soft wrap-anywhere">{holder}</p>
          </div>
          <Logo />
        </div>
        <div className="mx-auto w-full max-w-64 rounded-control bg-code-ground p-2">
          <QrCode value={loyaltyCode} label={`Código QR de tu afiliación a ${programmeName}`} />
        </div>
        <dl className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div>
            <dt className="text-sm text-on-deep-soft">Código</dt>
            <dd className="figures text-xl font-semibold tracking-wide">{cardCode(loyaltyCode)}</dd>
          </div>
          <div>
            <dt className="text-sm text-on-deep-soft">Puntos</dt>
            <dd className="figures text-3xl leading-tight font-bold tracking-tight">
              {points(spendableOf(loyalty))}
            </dd>
          </div>
        </dl>
        {notes.length > 0 && (
          <div className="flex flex-col gap-1 text-on-deep-soft text-pretty">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        )}
      </div>
      <div className="flex flex-col gap-3">
        <Button wide onClick={() => setLarge(true)}>
          <Maximize2 aria-hidden="true" size={18} />
          Ver el código en grande
        </Button>
        {children}
      </div>
      <p className="text-soft">Mostralo en la caja antes de pagar, y la carga suma puntos.</p>
      {large && <FullScreenCode loyalty={loyalty} onClose={() => setLarge(false)} />}
    </div>
  )
}

/**
 * The code over the whole screen, black on white, for the reader at the till and bright sun. The
 * screen stays on meanwhile.
 */
function FullScreenCode({ loyalty, onClose }: { loyalty: Loyalty; onClose: () => void }) {
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
          {cardCode(loyaltyCode)}
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
