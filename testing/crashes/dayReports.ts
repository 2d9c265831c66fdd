import {
  discrepanciesLike,
  type ListedDiscrepancy,
  reconciledDays,
} from '#db/console/discrepancies.ts'
import type { Db } from '#db/core/db.ts'

/** The compared days, the newest first, each with its discrepancies in the order of state, kind and subject. */
export async function dayReports(db: Db, count: number) {
  const days = await reconciledDays(db, { count }).read()
  return await Promise.all(
    days
      .filter(({ reconciledAt }) => reconciledAt !== null)
      .map(async (day) => {
        const found = await discrepanciesLike(db, { day: day.day }, { count: 1000 }).read()
        const discrepancies = found.toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
        const kinds = discrepancies.map(
          ({ kind, resolved }) => `${kind} ${resolved ? 'resolved' : 'open'}`,
        )
        return { ...day, discrepancies, kinds }
      }),
  )
}

const placeOf = ({ resolved, kind, subject }: ListedDiscrepancy) =>
  `${Number(resolved)} ${kind} ${subject}`
