/** The day on which the tests' town is made: a Monday at noon in Montevideo. */
export const FIXED_DATE = new Date('2026-09-07T15:00:00Z')
