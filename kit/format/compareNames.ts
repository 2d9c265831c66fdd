import { lazily } from '#kit/format/numbers.ts'

const COLLATOR = lazily(() => new Intl.Collator('es'))

/** Compares two names in the order of Spanish. `localeCompare` makes a collator each time. */
export const compareNames = (a: string, b: string): number => COLLATOR().compare(a, b)
