import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { KIND_NAMES } from '#lab/kinds.ts'

describe('the kinds of the lab', () => {
  test('are tested each in a file of its own', () => {
    const cwd = import.meta.dirname
    const tested = globSync('*/*.test.ts', { cwd }).flatMap(
      (file) => /^testKind\('(\w+)'\)$/m.exec(readFileSync(`${cwd}/${file}`, 'utf8'))?.[1] ?? [],
    )
    expect(tested.toSorted()).toEqual(KIND_NAMES.toSorted())
  })
})
