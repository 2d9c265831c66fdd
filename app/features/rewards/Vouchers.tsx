import { useState } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { voucherStyle, voucherText } from '#app/features/rewards/voucherState.ts'
import type { Voucher } from '#contract/entities/redemption.ts'
import { Button } from '#kit/display/Button.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { ListItem } from '#kit/display/List.tsx'
import { ListSection } from '#kit/layout/Section.tsx'

interface Props {
  title: string
  vouchers: readonly Voucher[]
  /** How many are drawn before the others are asked for. */
  first?: number
  onOpen: (id: string) => void
}

export function Vouchers({ title, vouchers, first = vouchers.length, onOpen }: Props) {
  const now = useNow()
  const [all, setAll] = useState(false)
  if (vouchers.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <ListSection title={title}>
        {vouchers.slice(0, all ? undefined : first).map((voucher) => {
          const { icon, tone } = voucherStyle(voucher, now)
          return (
            <ListItem
              key={voucher.id}
              onPress={() => onOpen(voucher.id)}
              mark={<IconCircle icon={icon} tone={tone} />}
              title={voucher.title}
              detail={voucherText(voucher, now)}
            />
          )
        })}
      </ListSection>
      {!all && vouchers.length > first && (
        <Button kind="quiet" wide onClick={() => setAll(true)}>
          Ver los {vouchers.length} vales anteriores
        </Button>
      )}
    </div>
  )
}
