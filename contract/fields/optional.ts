import * as z from 'zod/mini'

/** A field that a caller may leave out, or send as null when it has nothing to say there. */
export const withDefault = <S extends z.ZodMiniType, const Fallback>(
  schema: S,
  fallback: Fallback,
) =>
  z.pipe(
    z.nullish(schema),
    z.transform((given): NonNullable<z.output<S>> | Fallback => given ?? fallback),
  )
