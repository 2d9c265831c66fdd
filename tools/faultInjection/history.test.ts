import { expect, test } from 'vitest'
import { HistoryRecorder } from '#tools/faultInjection/history.ts'

test('one request has one answer, however often it is sent', () => {
  const notebook = new HistoryRecorder()
  notebook.answered(1, 'ana 1', 'body', '00 token', true)
  notebook.answered(1, 'ana 1', 'body', '00 token', true)
  notebook.answered(1, 'beto 1', 'body', '00 another token', true)
  expect(notebook.contradicted).toEqual([])
  notebook.answered(1, 'ana 1', 'body', '00 another token', true)
  expect(notebook.contradicted).toEqual([
    { attempt: 1, identity: 'ana 1', answers: ['00 token', '00 another token'] },
  ])
})

test('an identity has one body: another one is refused', () => {
  const notebook = new HistoryRecorder()
  notebook.answered(1, 'ana 1', 'body', '00 token', true)
  notebook.answered(1, 'ana 1', 'other body', '05 ya se usó', false)
  expect(notebook.contradicted).toEqual([])
  notebook.answered(1, 'ana 1', 'other body still', '00 token', true)
  expect(notebook.contradicted).toHaveLength(1)
})

test('an answer may be as old as the first sending of its request', () => {
  const notebook = new HistoryRecorder()
  const first = notebook.firstSent('ana 1')
  expect(notebook.firstSent('ana 1')).toBe(first)
  expect(notebook.firstSent('ana 2')).toBeGreaterThanOrEqual(first)
})

test('a token that is handed out again was handed out once', () => {
  const notebook = new HistoryRecorder()
  notebook.wasHanded({ token: 't', reference: 'CAM-1', attempt: 1 })
  notebook.wasHanded({ token: 't', reference: 'CAM-1', attempt: 2 })
  expect(notebook.handed).toEqual([{ token: 't', reference: 'CAM-1', attempt: 1 }])
})
