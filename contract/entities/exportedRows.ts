import * as z from 'zod/mini'

/* The parts of which the export of personal data is made. */

export const text = z.string()
export const integer = z.number()
export const yesOrNo = z.boolean()
/** When it was stored, ISO 8601 in UTC. */
export const Instant = z.string()
/** When it happened, as the name says, ISO 8601 in UTC; null before it. */
export const LaterInstant = z.nullable(Instant)
export const rows = <Shape extends z.core.$ZodShape>(shape: Shape) => z.array(z.object(shape))
