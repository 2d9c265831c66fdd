import * as z from 'zod/mini'

/** An instant as `yyyyMMddHHmmss` in the local time of Montevideo, as answers carry it. */
export const Stamp = z.string().check(z.regex(/^\d{14}$/, 'La fecha no es válida.'))
