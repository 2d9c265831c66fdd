import { useNow } from '#app/device/useNow.ts'
import { Rewards } from '#app/features/rewards/Rewards.tsx'
import { VoucherSheet } from '#app/features/rewards/VoucherSheet.tsx'
import { Vouchers } from '#app/features/rewards/Vouchers.tsx'
import { isUsable } from '#app/features/rewards/voucherState.ts'
import { rewards } from '#contract/loyalty/rewards.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSelectedItem } from '#kit/browser/useSelectedParam.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

/** How many ended vouchers are drawn at first. */
const ENDED = 3

/** The vouchers of a loyalty, each with its code in a sheet, and the rewards that its points can be taken for. */
export function RewardsAndVouchers({ loyaltyCode }: { loyaltyCode: string }) {
  const now = useNow()
  const taken = useCallQuery(vouchers, {})
  const offered = useCallQuery(rewards, { loyaltyCode })
  // A link may name a voucher of another loyalty.
  const { item, isOpen, isMissing, choose, close } = useSelectedItem('id', taken.data?.vouchers)
  return (
    <QueryView query={taken} block="tus vales" skeleton={<Skeleton shape="card" />}>
      {(answer) => {
        const own = answer.vouchers.filter((voucher) => voucher.loyaltyCode === loyaltyCode)
        const usable = own.filter((voucher) => isUsable(voucher, now))
        const ended = own.filter((voucher) => !isUsable(voucher, now))
        return (
          <div className="flex flex-col gap-6">
            {/* One that was just taken is not in the list yet. */}
            {isMissing && !taken.isFetching && (
              <Alert tone="warn">Ese vale no está en tu lista.</Alert>
            )}
            {item && <VoucherSheet voucher={item} open={isOpen} onClose={close} />}
            <Vouchers title="Tus vales" vouchers={usable} onOpen={choose} />
            <QueryView
              query={offered}
              block="los premios"
              below={{ query: taken, instead: <WithoutRewards /> }}
              skeleton={<Skeleton shape="card" />}
            >
              {(found) => <Rewards answer={found} loyaltyCode={loyaltyCode} onTaken={choose} />}
            </QueryView>
            <Vouchers title="Vales anteriores" vouchers={ended} first={ENDED} onOpen={choose} />
          </div>
        )
      }}
    </QueryView>
  )
}

const WithoutRewards = () => <p className="text-soft">Los premios se ven con conexión.</p>
