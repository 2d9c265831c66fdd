import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { refuse } from '#server/http/errors.ts'

/**
 * The value of a field of an action.
 * @param missing the sentence for an empty one
 * @throws a refusal with the sentence of the schema
 */
export function readField<S extends z.ZodMiniType>(
  schema: S,
  value: string,
  missing: string,
): z.output<S> {
  if (value.trim() === '') throw refuse(missing, 'invalid_request')
  const read = safeParse(schema, value)
  if (read.success) return read.data
  throw refuse(read.error.issues[0]?.message ?? missing, 'invalid_request')
}
