import * as z from 'zod/mini'

/**
 * A text that may be left out, null or empty, and may be sent as a number; it reads as a text.
 * @param max maximum length in UTF-16 code units
 */
export const textOrNumber = (max: number) =>
  z.pipe(
    z.nullish(z.union([z.string().check(z.maxLength(max)), z.number()])),
    z.transform((value) => String(value ?? '')),
  )

/** An optional field: left out or null, it reads as the default. */
export const withDefault = <S extends z.ZodMiniType, const Default>(
  schema: S,
  defaultValue: Default,
) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value): NonNullable<z.output<S>> | Default => value ?? defaultValue),
  )

/** A number from 1 to `max`, as text or number; it may be empty or left out. */
export const digitOrNone = (max: number, sentence: string) =>
  withDefault(
    z.union(
      [
        z.string().check(z.regex(new RegExp(`^[1-${max}]?$`), sentence)),
        z.int().check(z.gte(1, sentence), z.lte(max, sentence)),
      ],
      sentence,
    ),
    '',
  )
