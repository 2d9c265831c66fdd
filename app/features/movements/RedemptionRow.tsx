import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { signedPointsText } from '#app/features/movements/movementFormat.ts'
import { pointsSpent, redemptionText } from '#app/features/movements/redemptionFormat.ts'
import type { Redemption } from '#contract/entities/redemption.ts'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { ListItem } from '#kit/display/List.tsx'

interface Props {
  redemption: Redemption
  loyaltyCode: string
  when: string
  /** By default a gift. */
  mark?: ReactNode
  /** What a screen reader says after the title. */
  spoken?: ReactNode
}

/** Points that were spent, among purchases: a voucher leads to its code. */
export function RedemptionRow({ redemption, loyaltyCode, when, mark, spoken }: Props) {
  const { id, kind, title, branchName } = redemption
  return (
    <ListItem
      {...(kind === 'voucher' && { to: '/loyalty', search: { loyaltyCode, id, tab: 'premios' } })}
      mark={mark ?? <IconCircle icon={Gift} tone="warn" />}
      title={
        <>
          {title}
          {spoken}
        </>
      }
      detail={[branchName, when].filter(Boolean).join(' · ')}
      trailing={signedPointsText(pointsSpent(redemption))}
      remark={redemptionText(redemption)}
    />
  )
}
