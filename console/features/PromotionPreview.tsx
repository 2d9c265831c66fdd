import { tokensInTheme } from '#console/features/tokensInTheme.ts'
import type { Promotion } from '#contract/entities/promotion.ts'
import { Card } from '#kit/display/Card.tsx'
import { PromotionFace } from '#shared/promotions/PromotionFace.tsx'

const THEMES = [
  { scheme: 'scheme-light', name: 'Tema claro' },
  { scheme: 'scheme-dark', name: 'Tema oscuro' },
] as const

export function PromotionPreview({ promotion }: { promotion: Promotion }) {
  return (
    <Card title="Así se ve en el teléfono">
      <div className="flex flex-wrap gap-6">
        {THEMES.map(({ scheme, name }) => (
          <figure key={scheme} className="flex w-full max-w-80 min-w-0 flex-col gap-2">
            <figcaption className="text-sm text-soft">{name}</figcaption>
            <div
              ref={tokensInTheme}
              className={`rounded-card border border-line bg-paper p-4 text-ink ${scheme}`}
            >
              <div className="flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card">
                <PromotionFace promotion={promotion} />
              </div>
            </div>
          </figure>
        ))}
      </div>
    </Card>
  )
}
