import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { COMMENT, read, sources } from '#testing/sourceFiles.ts'

/** JSX text, and string literals that contain a space: what a person may read. */
const TEXTS = [/>([^<>{}]*\p{L}[^<>{}]*)</gu, /'([^'\n]* [^'\n]*)'/g, /`([^`]* [^`]*)`/g]

const names = Object.keys(calls)
/** A call's name that is no word of Spanish, or any call's name in quotation marks. */
const CALL_NAME = new RegExp(
  `\\b(${names.filter((name) => /[A-Z]/.test(name)).join('|')})\\b|«(${names.join('|')})»`,
)

describe('texts for drivers', () => {
  test('name no call and do not lead to the page of the calls', () => {
    const files = sources.filter((file) => /^(app|kit|shared)\/.*\.tsx$/.test(file))
    expect(files.length).toBeGreaterThan(100)
    const found = files.flatMap((file) => {
      const text = read(file).replaceAll(COMMENT, '')
      return [
        ...TEXTS.flatMap((pattern) =>
          [...text.matchAll(pattern)].map(([, one]) => one ?? ''),
        ).filter((one) => CALL_NAME.test(one) && !/[=;{}]|=>|\b(?:import|return)\b/.test(one)),
        ...(text.includes('"/docs"') ? ['/docs'] : []),
      ].map((one) => `${file}: ${one.trim()}`)
    })
    expect(found).toEqual([])
  })

  test('of a confirming button name what it does; «Ok» is left to the decision dialog', () => {
    const files = sources.filter((file) =>
      /^(app|kit|shared|console)\/(?!.*\.test\.).*\.tsx$/.test(file),
    )
    const found = files.filter((file) =>
      /\bverb[:=][^\n]*['"](Ok|OK|Aceptar|Sí)['"]|^\s*(Ok|OK|Aceptar|Sí)$/m.test(read(file)),
    )
    expect(found).toEqual(['shared/approvals/RequestSheet.tsx'])
  })
})
