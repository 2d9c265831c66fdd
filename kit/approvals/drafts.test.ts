// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { draftKey, removeDrafts } from '#kit/approvals/drafts.ts'

describe('drafts', () => {
  test('draftKey differs by operator and request', () => {
    const keys = ['a@x.uy', 'b@x.uy'].flatMap((email) => [
      draftKey(email, '1'),
      draftKey(email, '2'),
    ])
    expect(new Set(keys).size).toBe(4)
  })

  test("removeDrafts removes the operator's drafts and no other entry", () => {
    const kept = [draftKey('b@x.uy', '1'), 'consoleUser']
    for (const key of [draftKey('a@x.uy', '1'), draftKey('a@x.uy', '2'), ...kept])
      sessionStorage.setItem(key, 'text')
    removeDrafts(sessionStorage, 'a@x.uy')
    expect(Object.keys(sessionStorage).sort()).toEqual(kept.sort())
  })
})
