import * as z from 'zod/mini'
import { isStamp } from '#contract/dates.ts'

/** An instant as `yyyyMMddHHmmss` in the local time of Montevideo, as answers carry it. */
export const Stamp = z.string().check(z.regex(/^\d{14}$/, 'La fecha no es válida.'))

const INVALID = 'La fecha no es válida.'
/** The same of a request: a date of the calendar with a time of the day, of the years 1000 to 2999. */
export const RealStamp = z
  .string(INVALID)
  .check(z.refine((text) => /^[12]\d{13}$/.test(text) && isStamp(text), INVALID))
