import { calls } from '#contract/calls.ts'
import type { Handler } from '#server/http/defineHandler.ts'

/** The handler of each call: the file with the call's name in the folder of its group. */
export const handlers: readonly Handler[] = await Promise.all(
  Object.values(calls).map(async ({ group, name }) => {
    const file = (await import(`#server/${group}/${name}.ts`)) as { default: Handler }
    return file.default
  }),
)
