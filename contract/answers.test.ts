import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { onlyShows } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

/** Kinds of schemas whose output is not their input. */
const CHANGING = ['transform', 'default', 'prefault', 'catch', 'success']

/** The paths of the parts of a schema that change what they parse. */
function changes(schema: z.core.$ZodType, path: string, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } }
  const overwrites = ((def.checks ?? []) as z.core.$ZodCheck[]).some(
    ({ _zod }) => (_zod.def as { check: string }).check === 'overwrite',
  )
  const found =
    CHANGING.includes(def.type) || overwrites || def.coerce ? [`${path} (${def.type})`] : []
  const visit = (value: unknown, at: string): string[] => {
    if (value instanceof z.core.$ZodType) return changes(value, at, seen)
    if (Array.isArray(value)) return value.flatMap((one, index) => visit(one, `${at}.${index}`))
    return []
  }
  const shape = Object.entries(def.shape ?? {})
  return [
    ...found,
    ...shape.flatMap(([name, field]) => visit(field, `${path}.${name}`)),
    ...Object.entries(def).flatMap(([name, value]) => (name === 'shape' ? [] : visit(value, path))),
  ]
}

describe('answers that only show', () => {
  // The client takes one of the same contracts without a check, but for the fields of every answer.
  it.each(Object.values(calls).filter(onlyShows))(
    'of $name are read as they were sent',
    ({ name, response }) => {
      expect(changes(response, name)).toEqual([])
      expect(response.shape).not.toHaveProperty('userSessionToken')
    },
  )
})
