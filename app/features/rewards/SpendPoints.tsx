import { Coins } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { spendableOf } from '#app/features/loyalty/pointsTexts.ts'
import type { SpendingCode } from '#app/features/rewards/SpendingCode.tsx'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { Button } from '#kit/display/Button.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

/** The button that shows the spending code; nothing while there is no point to spend. */
export function SpendPoints({ loyalty }: { loyalty: Loyalty }) {
  const [open, setOpen] = useState(false)
  if (spendableOf(loyalty) === 0) return null
  return (
    <>
      <Button kind="quiet" wide onClick={() => setOpen(true)}>
        <Coins aria-hidden="true" size={18} />
        Usar puntos
      </Button>
      <LazySpendingCode loyalty={loyalty} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** Loaded when the button is drawn, so that it opens without a network too. */
const LazySpendingCode = lazyComponent<ComponentProps<typeof SpendingCode>>(
  async () => (await import('#app/features/rewards/SpendingCode.tsx')).SpendingCode,
  ({ open, failure }) => open && failure,
)
