import type { ReactNode } from 'react'
import { shortDate } from '#contract/dates.ts'
import type { Promotion } from '#contract/entities/promotion.ts'
import { conditionsText } from '#shared/promotions/conditionsText.ts'
import { NotificationPicture } from '#shared/promotions/NotificationPicture.tsx'

interface Props {
  promotion: Promotion
  /** The picture is below the first screenful. */
  lazy?: boolean
  /** Beside the last day. */
  badge?: ReactNode
}

/** What a list of promotions shows of one. */
export function PromotionFace({ promotion, lazy = false, badge }: Props) {
  const { title, text, imageUrl, dateTo } = promotion
  return (
    <>
      <NotificationPicture imageUrl={imageUrl} lazy={lazy} />
      <span className="flex w-full flex-1 flex-col gap-1.5 p-5">
        <span className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-sm text-soft">Hasta el {shortDate(dateTo)}</span>
          {badge}
        </span>
        <span className="text-lg leading-snug font-bold tracking-tight wrap-anywhere">{title}</span>
        <span className="line-clamp-3 text-pretty wrap-anywhere text-soft">{text}</span>
        <span className="text-sm">{conditionsText(promotion)}</span>
      </span>
    </>
  )
}
