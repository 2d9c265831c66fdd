import type { ReactNode } from 'react'
import { shortDate } from '#contract/dates.ts'
import type { Promotion } from '#contract/entities/promotion.ts'
import { conditionsText } from '#shared/promotions/conditionsText.ts'
import { NotificationPicture } from '#shared/promotions/NotificationPicture.tsx'

interface Props {
  promotion: Promotion
  /** The picture is below the first screenful. */
  lazy?: boolean
  /** In the upper corner, where it takes no room: it may arrive after the promotion. */
  badge?: ReactNode
  /** At the foot, beside the last day: what a tap does. */
  action?: string
}

/** What a list of promotions shows of one. */
export function PromotionFace({ promotion, lazy = false, badge, action }: Props) {
  const { title, text, imageUrl, dateTo } = promotion
  return (
    <>
      <NotificationPicture imageUrl={imageUrl} lazy={lazy} />
      <span className="flex w-full flex-1 flex-col items-start gap-1.5 p-5">
        {badge && <span className="absolute end-3 top-3">{badge}</span>}
        <span
          className={`text-lg leading-snug font-bold tracking-tight wrap-anywhere ${imageUrl === '' ? 'pe-16' : ''}`}
        >
          {title}
        </span>
        <span
          className={`text-pretty wrap-anywhere text-soft ${imageUrl === '' ? 'line-clamp-10' : 'line-clamp-3'}`}
        >
          {text}
        </span>
        <span className="text-sm">{conditionsText(promotion)}</span>
      </span>
      <span className="flex min-h-12 w-full flex-wrap items-center justify-between gap-x-3 border-t border-line px-5 py-2.5">
        <span className="text-sm text-soft">Hasta el {shortDate(dateTo)}</span>
        {action && <span className="font-semibold text-brand-text">{action}</span>}
      </span>
    </>
  )
}
