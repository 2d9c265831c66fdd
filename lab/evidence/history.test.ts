import { describe, expect, test } from 'vitest'
import { History } from '#lab/evidence/history.ts'

describe('History', () => {
  test('reports a repeated request with a different answer (P7)', () => {
    const history = new History()
    history.recordAnswer(1, 'ana 1', 'body', '00 token')
    history.recordAnswer(1, 'ana 1', 'body', '00 token')
    history.recordAnswer(1, 'beto 1', 'body', '00 another token')
    expect(history.violations.P7).toEqual([])
    history.recordAnswer(1, 'ana 1', 'body', '00 another token')
    expect(history.violations.P7).toEqual([
      { attempt: 1, identity: 'ana 1', answers: ['00 token', '00 another token'] },
    ])
  })

  test('reports an identity that was accepted with two bodies (P7)', () => {
    const history = new History()
    history.recordAnswer(1, 'ana 1', 'body', '00 token')
    history.recordAnswer(1, 'ana 1', 'other body', '05 ya se usó')
    expect(history.violations.P7).toEqual([])
    history.recordAnswer(1, 'ana 1', 'third body', '00 token')
    expect(history.violations.P7).toHaveLength(1)
  })

  test('keeps the time of the first sending of a request', () => {
    const history = new History()
    expect(history.firstSent('ana 1', 5)).toBe(5)
    expect(history.firstSent('ana 1', 6)).toBe(5)
    expect(history.firstSent('ana 2', 6)).toBe(6)
  })

  test('records a token that is issued again once', () => {
    const history = new History()
    history.recordToken({ token: 't', reference: 'FI-1', attempt: 1 })
    history.recordToken({ token: 't', reference: 'FI-1', attempt: 2 })
    expect(history.issuedTokens).toEqual([{ token: 't', reference: 'FI-1', attempt: 1 }])
  })
})
