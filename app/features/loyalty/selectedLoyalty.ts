import { type Loyalty, NO_LOYALTY } from '#contract/entities/loyalty.ts'

const STORAGE_KEY = 'movSelLoyalty'

/**
 * The loyalty that the lists show: the one selected on this device if the person still has it,
 * else their first; the empty code without any.
 */
export function selectedLoyalty(
  loyalties: readonly Pick<Loyalty, 'loyaltyCode'>[] = [],
  storage: Storage,
): string {
  const codes = loyalties.map(({ loyaltyCode }) => loyaltyCode)
  const stored = storedLoyalty(storage)
  return stored !== null && codes.includes(stored) ? stored : (codes[0] ?? NO_LOYALTY)
}

/** Stores the selection in the format of docs/specification.md, "Browser storage". */
export function selectLoyalty(code: string, storage: Storage): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify({ data: { code } }))
  } catch {
    // Without storage the selection lasts as long as the screen.
  }
}

function storedLoyalty(storage: Storage): string | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null')
    const code = (stored as { data?: { code?: unknown } } | null)?.data?.code
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
