// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { transportError } from '#kit/api/apiError.ts'
import { useAsyncAction } from '#kit/api/useAsyncAction.ts'

afterEach(cleanup)

/** A task whose every try ends when the test says so, with what was asked or badly. */
function open() {
  const tries: { give: () => void; fail: () => void }[] = []
  const { result } = renderHook(() =>
    useAsyncAction((asked: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      tries.push({ give: () => resolve(asked), fail: () => reject(transportError(0)) })
      return promise
    }),
  )
  const heard: string[] = []
  return {
    tries,
    heard,
    task: () => result.current,
    run: (asked: string) => act(() => result.current.run(asked, (said) => heard.push(said))),
    reset: () => act(() => result.current.reset()),
  }
}

test('one at a time: the second of two taps does nothing', async () => {
  const { tries, heard, task, run } = open()
  run('first')
  run('second')
  expect(task().busy).toBe(true)
  await act(async () => tries[0]?.give())
  expect([tries.length, heard, task().outcome]).toEqual([1, ['first'], 'first'])
})

test.each(['give', 'fail'] as const)(
  'what was given up makes way at once, and how it ends (%s) is not told of what came after',
  async (end) => {
    const { tries, heard, task, run, reset } = open()
    run('first')
    reset()
    expect(task().busy).toBe(false)
    run('second')
    await act(async () => tries[0]?.[end]())
    expect([task().busy, task().failure, heard]).toEqual([true, null, []])
    run('third')
    await act(async () => tries[1]?.give())
    expect([tries.length, heard, task().outcome]).toEqual([2, ['second'], 'second'])
  },
)

test('what was given up and ends with nothing after it leaves no trace', async () => {
  const { tries, heard, task, run, reset } = open()
  run('first')
  reset()
  await act(async () => tries[0]?.fail())
  expect([task().busy, task().failure, heard]).toEqual([false, null, []])
})
