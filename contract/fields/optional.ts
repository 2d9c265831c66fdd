import * as z from 'zod/mini'

/** An optional field: left out or null, it reads as the default. */
export const withDefault = <S extends z.ZodMiniType, const Default>(
  schema: S,
  defaultValue: Default,
) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value): NonNullable<z.output<S>> | Default => value ?? defaultValue),
  )
