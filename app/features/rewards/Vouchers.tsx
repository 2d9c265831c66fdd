import { useNow } from '#app/device/useNow.ts'
import { FirstRows } from '#app/features/rewards/FirstRows.tsx'
import { voucherStyle, voucherText } from '#app/features/rewards/voucherState.ts'
import type { Voucher } from '#contract/entities/redemption.ts'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { ListItem } from '#kit/display/List.tsx'
import { Section } from '#kit/layout/Section.tsx'

interface Props {
  title: string
  vouchers: readonly Voucher[]
  /** How many are drawn before the others are asked for. */
  first?: number
  onOpen: (id: string) => void
}

export function Vouchers({ title, vouchers, first = vouchers.length, onOpen }: Props) {
  const now = useNow()
  if (vouchers.length === 0) return null
  return (
    <Section title={title}>
      <FirstRows label={title} first={first} more={`Ver los ${vouchers.length} vales anteriores`}>
        {vouchers.map((voucher) => {
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
      </FirstRows>
    </Section>
  )
}
