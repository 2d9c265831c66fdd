import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { FullScreenCode } from '#app/features/loyalty/FullScreenCode.tsx'
import { groupedCode } from '#app/features/loyalty/loyaltyCode.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { Button } from '#kit/display/Button.tsx'
import { Logo } from '#kit/display/Logo.tsx'
import { QrCode } from '#kit/display/QrCode.tsx'
import { Text } from '#kit/display/Text.tsx'
import { points } from '#kit/format/numbers.ts'

/** A loyalty as a card: the QR code that the till reads, the code in digits, holder and points. */
export function LoyaltyCard({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode, programmeName, holder } = loyalty
  const [large, setLarge] = useState(false)
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
            <dd className="figures text-xl font-semibold tracking-wide">
              {groupedCode(loyaltyCode)}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-on-deep-soft">Puntos</dt>
            <dd className="figures text-3xl leading-tight font-bold tracking-tight">
              {points(loyalty.points)}
            </dd>
          </div>
        </dl>
      </div>
      <Button wide onClick={() => setLarge(true)}>
        <Maximize2 aria-hidden="true" size={18} />
        Ver el código en grande
      </Button>
      <Text kind="soft">Mostralo en la caja antes de pagar, y la carga suma puntos.</Text>
      {large && <FullScreenCode loyalty={loyalty} onClose={() => setLarge(false)} />}
    </div>
  )
}
