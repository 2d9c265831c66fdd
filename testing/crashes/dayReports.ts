import { DISCREPANCY_KINDS, type DiscrepancyKind } from '#contract/entities/reconciliation.ts'
import { discrepanciesLike, reconciledDays } from '#db/console/discrepancies.ts'
import type { Db } from '#db/core/db.ts'

export type DayReport = Awaited<ReturnType<typeof dayReports>>[number]

/** The compared days, the newest first, each with its discrepancies in the order of state, kind and subject. */
export async function dayReports(db: Db, count: number) {
  const days = await reconciledDays(db, { count }).read()
  return await Promise.all(
    days
      .filter(({ reconciledAt }) => reconciledAt !== null)
      .map(async (day) => {
        const found = await discrepanciesLike(db, { day: day.day }, { count: 1000 }).read()
        const discrepancies = found
          .map((one) => ({
            ...one,
            here: { state: one.stateHere, currency: one.currencyHere, amount: one.amountHere },
            there: { state: one.stateThere, currency: one.currencyThere, amount: one.amountThere },
          }))
          .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
        const counts = Object.fromEntries(
          DISCREPANCY_KINDS.map((kind) => [
            kind,
            discrepancies.filter((one) => one.kind === kind).length,
          ]),
        ) as Record<DiscrepancyKind, number>
        return { ...day, counts, discrepancies }
      }),
  )
}

const placeOf = ({
  resolved,
  kind,
  subject,
}: {
  resolved: boolean
  kind: string
  subject: string
}) => `${Number(resolved)} ${kind} ${subject}`
