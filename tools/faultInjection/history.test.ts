import { describe, expect, test } from 'vitest'
import { HistoryRecorder } from '#tools/faultInjection/history.ts'

describe('HistoryRecorder', () => {
  test('reports a repeated request with a different answer (P7)', () => {
    const history = new HistoryRecorder()
    history.recordAnswer(1, 'ana 1', 'body', '00 token', true)
    history.recordAnswer(1, 'ana 1', 'body', '00 token', true)
    history.recordAnswer(1, 'beto 1', 'body', '00 another token', true)
    expect(history.idempotencyViolations).toEqual([])
    history.recordAnswer(1, 'ana 1', 'body', '00 another token', true)
    expect(history.idempotencyViolations).toEqual([
      { attempt: 1, identity: 'ana 1', answers: ['00 token', '00 another token'] },
    ])
  })

  test('reports an identity that was accepted with two bodies (P7)', () => {
    const history = new HistoryRecorder()
    history.recordAnswer(1, 'ana 1', 'body', '00 token', true)
    history.recordAnswer(1, 'ana 1', 'other body', '05 ya se usó', false)
    expect(history.idempotencyViolations).toEqual([])
    history.recordAnswer(1, 'ana 1', 'third body', '00 token', true)
    expect(history.idempotencyViolations).toHaveLength(1)
  })

  test('keeps the time of the first sending of a request', () => {
    const history = new HistoryRecorder()
    const first = history.firstSent('ana 1')
    expect(history.firstSent('ana 1')).toBe(first)
    expect(history.firstSent('ana 2')).toBeGreaterThanOrEqual(first)
  })

  test('records a token that is issued again once', () => {
    const history = new HistoryRecorder()
    history.recordToken({ token: 't', reference: 'FI-1', attempt: 1 })
    history.recordToken({ token: 't', reference: 'FI-1', attempt: 2 })
    expect(history.issuedTokens).toEqual([{ token: 't', reference: 'FI-1', attempt: 1 }])
  })
})
