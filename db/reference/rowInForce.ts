/** The days (`yyyy-MM-dd`) on which a row holds. Without a last day it holds until the next row begins. */
interface Validity {
  validFrom: string
  validTo?: string | null | undefined
}

/**
 * The row in force on a day: the newest that has begun, unless its last day is over.
 * @param rows of one product, or of one indicator and side
 */
export function rowInForce<Row extends Validity>(rows: readonly Row[], day: string) {
  const newest = rows
    .filter(({ validFrom }) => validFrom <= day)
    // Stryker disable next-line EqualityOperator: no two rows begin on one day.
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]
  return newest?.validTo && newest.validTo < day ? undefined : newest
}
