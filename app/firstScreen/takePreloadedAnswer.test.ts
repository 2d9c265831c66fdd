import { afterEach, describe, expect, test } from 'vitest'
import { takePreloadedAnswer } from '#app/firstScreen/takePreloadedAnswer.ts'
import { movements } from '#contract/financial/movements.ts'

const NOW = new Date('2026-11-20T12:00:00-03:00')
const FIELDS = { loyaltyCode: 'CLUB', count: 50 }
const seconds = (count: number) => new Date(NOW.getTime() + count * 1000)

function preload() {
  const answer = Promise.resolve({})
  globalThis.preloadedCalls = [
    {
      name: 'movements',
      fields: JSON.stringify(FIELDS),
      token: 'a',
      sentAt: NOW.getTime(),
      answer,
    },
  ]
  return answer
}

describe('takePreloadedAnswer', () => {
  afterEach(() => {
    globalThis.preloadedCalls = undefined
  })

  test('returns the answer to the same query once', () => {
    const answer = preload()
    expect(takePreloadedAnswer(movements, FIELDS, 'a', seconds(5))).toBe(answer)
    expect(takePreloadedAnswer(movements, FIELDS, 'a', seconds(5))).toBeUndefined()
  })

  test.each([
    ['other fields', { ...FIELDS, count: 20 }, 'a', 5],
    ['another session', FIELDS, 'b', 5],
    ['an answer that is too old', FIELDS, 'a', 30],
    ['a device whose clock was set back', FIELDS, 'a', -30],
  ])('returns undefined for %s', (_, fields, token, age) => {
    void preload()
    expect(takePreloadedAnswer(movements, fields, token, seconds(age))).toBeUndefined()
  })
})
