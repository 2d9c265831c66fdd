/** The date of the demo data in tests, and the initial time of test servers: a Monday at noon in Montevideo. */
export const FIXED_DATE = new Date('2026-09-07T15:00:00Z')
