import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { LargeCode } from '#app/parts/loyalty/LargeCode.tsx'
import { groupedCode } from '#app/parts/loyalty/membershipCode.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { BrandArtwork } from '#kit/display/BrandArtwork.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Logo } from '#kit/display/Logo.tsx'
import { QrCode } from '#kit/display/QrCode.tsx'
import { points } from '#kit/format/format.ts'

/** A membership as a card: the QR code that the till reads, the code in digits, holder and points. */
export function MembershipCard({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode, programmeName, holder } = loyalty
  const [large, setLarge] = useState(false)
  return (
    <div className="deep relative isolate mx-auto w-full max-w-136 overflow-hidden rounded-card p-6 shadow-card">
      <BrandArtwork />
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-xl font-bold tracking-tight">{programmeName}</h2>
          <p className="text-on-deep-soft wrap-anywhere">{holder}</p>
        </div>
        <Logo />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-center gap-x-6 gap-y-4">
        <div className="w-full max-w-56 rounded-control bg-code-ground p-3">
          <QrCode value={loyaltyCode} label={`Código QR de tu afiliación a ${programmeName}`} />
        </div>
        <dl className="flex min-w-0 flex-1 basis-[9rem] flex-col gap-4">
          <div>
            <dt className="text-sm text-on-deep-soft">Tus puntos</dt>
            <dd className="figures text-4xl font-bold tracking-tight">{points(loyalty.points)}</dd>
          </div>
          <div>
            <dt className="text-sm text-on-deep-soft">Código</dt>
            <dd className="figures text-xl font-semibold tracking-wide">
              {groupedCode(loyaltyCode)}
            </dd>
          </div>
        </dl>
      </div>
      <p className="mt-5 text-sm text-pretty text-on-deep-soft">
        Mostralo en la caja antes de pagar, y la carga suma.
      </p>
      <div className="mt-3">
        <Button kind="quiet" wide onClick={() => setLarge(true)}>
          <Maximize2 aria-hidden="true" size={18} /> Ver el código en grande
        </Button>
      </div>
      {large && <LargeCode loyalty={loyalty} onClose={() => setLarge(false)} />}
    </div>
  )
}
