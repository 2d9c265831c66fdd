import { DownloadMenu } from '#app/features/export/DownloadMenu.tsx'
import type { Loyalties } from '#app/features/loyalty/useLoyalties.ts'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

/** A chunk of its own, which only opens on a tap. */
const MovementDownloads = lazyComponent(
  async () => (await import('#app/features/movements/MovementDownloads.tsx')).MovementDownloads,
)

/** The files of the selected loyalty, in the header of a list of its movements; nothing without a loyalty. */
export const MovementDownloadMenu = ({ list, code }: Loyalties) =>
  list.length > 0 && (
    <DownloadMenu>
      <MovementDownloads loyaltyCode={code} />
    </DownloadMenu>
  )
