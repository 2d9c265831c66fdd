import type { LocatedBranch } from '#app/features/stations/distance.ts'
import { useOwnEntry } from '#app/session/useOwnEntry.ts'

/** The person's entry with the codes of their stations, separated by spaces. */
const NAME = 'favouriteStations'

export interface Favourites {
  codes: ReadonlySet<string>
  /** Missing without a full session: there is no person to keep them for. */
  toggle?: (code: string) => void
}

/** The stations that the person marked on this device. */
export function useFavouriteStations(): Favourites {
  const [text, write] = useOwnEntry(NAME)
  const codes = new Set(text.split(' ').filter(Boolean))
  if (!write) return { codes }
  const toggle = (code: string) => {
    const others = [...codes].filter((one) => one !== code)
    write((codes.has(code) ? others : [...others, code]).join(' '))
  }
  return { codes, toggle }
}

/** The favourites first; both parts keep their order. */
export const favouritesFirst = (
  stations: readonly LocatedBranch[],
  codes: ReadonlySet<string>,
): LocatedBranch[] =>
  stations.toSorted((a, b) => Number(codes.has(b.branch.code)) - Number(codes.has(a.branch.code)))
