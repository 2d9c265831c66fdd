import type { Session } from '#app/session/session.ts'
import { type Loyalty, NO_LOYALTY } from '#contract/entities/loyalty.ts'

const SELECTED = 'movSelLoyalty'

/**
 * The loyalty that Consumo shows: the one chosen on this device if the person still has it, else
 * the first of theirs; the empty code when they have none.
 */
export function selectedLoyalty(session: Session | null, storage: Storage): string {
  return selectedOf(session?.user.loyalties ?? [], storage)
}

/** The same choice among the loyalties that a person has by now. */
export function selectedOf(
  loyalties: readonly Pick<Loyalty, 'loyaltyCode'>[],
  storage: Storage,
): string {
  const codes = loyalties.map(({ loyaltyCode }) => loyaltyCode)
  const kept = keptLoyalty(storage)
  return kept !== null && codes.includes(kept) ? kept : (codes[0] ?? NO_LOYALTY)
}

/** Keeps the choice for the next visit, in the shape of docs/specification.md, "Browser storage". */
export function selectLoyalty(code: string, storage: Storage): void {
  try {
    storage.setItem(SELECTED, JSON.stringify({ data: { code } }))
  } catch {
    // The choice then lasts as long as the screen; nothing else depends on it.
  }
}

function keptLoyalty(storage: Storage): string | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(SELECTED) ?? 'null')
    const code = (kept as { data?: { code?: unknown } } | null)?.data?.code
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
