import * as z from 'zod/mini'

/**
 * An object whose fields are built at their first use: the app loads the calls of all screens at once
 * and uses few of them.
 * @param error the sentence for a value that is no object
 * @param checks of the whole object
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazyObject<Shape extends z.core.$ZodShape>(
  fields: () => Shape,
  error?: string,
  ...checks: z.core.$ZodCheck<z.core.$InferObjectOutput<Shape, {}>>[]
) {
  let built: Shape | undefined
  return new z.ZodMiniObject({
    type: 'object',
    checks,
    get shape() {
      return (built ??= fields())
    },
    ...(error && { error: () => error }),
  }) as z.ZodMiniObject<Shape>
}
