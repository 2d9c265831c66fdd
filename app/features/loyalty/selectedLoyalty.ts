import { type Loyalty, NO_LOYALTY } from '#contract/entities/loyalty.ts'

const STORAGE_KEY = 'movSelLoyalty'

type Held = readonly Pick<Loyalty, 'loyaltyCode'>[]

/**
 * The loyalty that home shows: the current one, which is the person's first
 * (docs/specification.md, "Entities"); the empty code without any. A selection in the lists of
 * movements does not change it.
 */
export const currentLoyalty = (loyalties: Held = []): string =>
  loyalties[0]?.loyaltyCode ?? NO_LOYALTY

/**
 * The loyalty that the lists of movements show: the one of the address, as in a link of home, else the one
 * selected on this device, if the person still has it; else the current one.
 * @param asked `loyaltyCode` of the address; it does not change the selection
 */
export function selectedLoyalty(loyalties: Held = [], storage: Storage, asked?: string): string {
  const isHeld = (code?: string | null) => loyalties.some(({ loyaltyCode }) => loyaltyCode === code)
  const code = [asked, storedLoyalty(storage)].find(isHeld)
  return code ?? currentLoyalty(loyalties)
}

/** Stores the selection of the lists of movements in the format of docs/specification.md, "Browser storage". */
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
