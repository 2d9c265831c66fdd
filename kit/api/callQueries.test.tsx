// @vitest-environment jsdom
import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import {
  CallQueryClient,
  isFirstLoad,
  prefetch,
  useCallMutation,
  useCallQuery,
} from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, useForm } from '#kit/form/Form.tsx'

afterEach(cleanup)

/** A client whose calls give these replies in turn, the last one again and again. */
function createClient(...replies: unknown[]) {
  const calls: [string, object][] = []
  /** Of each call, whether it repeats itself. */
  const repeats: boolean[] = []
  const call = (async (contract, fields, options) => {
    calls.push([contract.name, fields])
    repeats.push(!options?.once)
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (reply instanceof Error) throw reply
    return reply
  }) as Call
  const client = new CallQueryClient(call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { client, calls, repeats, wrapper }
}
/** Waits until no query is fetching. */
const idle = (client: CallQueryClient) => expect.poll(() => client.isFetching()).toBe(0)
const byCard = { type: '2' }

describe('prefetch', () => {
  test('stores an answer under the name and fields of its call', async () => {
    const { client, calls } = createClient({ debts: [] })
    prefetch(client, getDebts, { type: '2' })
    await idle(client)
    expect(calls).toEqual([['getDebts', byCard]])
    expect(client.getQueryData(['getDebts', byCard])).toEqual({ debts: [] })
  })

  test('does not fetch a fresh answer again, and does fetch other fields', async () => {
    const { client, calls } = createClient({ debts: [] })
    for (const type of ['2', '2', '1']) {
      prefetch(client, getDebts, { type })
      await idle(client)
    }
    expect(calls).toEqual([
      ['getDebts', { type: '2' }],
      ['getDebts', { type: '1' }],
    ])
  })

  test('fetches an invalidated answer again', async () => {
    const { client, calls } = createClient({ debts: [] })
    prefetch(client, getDebts, byCard)
    await idle(client)
    await client.invalidateQueries({ queryKey: [getDebts.name] })
    prefetch(client, getDebts, byCard)
    await idle(client)
    expect(calls).toHaveLength(2)
  })
})

describe('CallQueryClient', () => {
  test('delays the refetch of an answer that it has, and no first fetch', async () => {
    const { client, calls } = createClient({ debts: [] })
    const paint = Promise.withResolvers<void>()
    client.beforeRefetch = () => paint.promise
    client.setQueryData(['getDebts', byCard], { debts: [] }, { updatedAt: 1 })
    prefetch(client, getDebts, byCard)
    prefetch(client, roles, {})
    await expect.poll(() => client.isFetching()).toBe(1)
    expect(calls).toEqual([['roles', {}]])
    paint.resolve()
    await idle(client)
    expect(calls).toEqual([
      ['roles', {}],
      ['getDebts', byCard],
    ])
  })

  test('restarts a first load that an invalidation overtakes', async () => {
    const overtaken = Promise.withResolvers<object>()
    const { client, calls, wrapper } = createClient(overtaken.promise, { debts: [{ id: 1 }] })
    const { result } = renderHook(() => useCallQuery(getDebts, byCard), { wrapper })
    expect(calls).toHaveLength(1)
    act(() => void client.invalidateQueries({ queryKey: [getDebts.name] }))
    overtaken.resolve({ debts: [] })
    await idle(client)
    expect(calls).toHaveLength(2)
    expect(result.current.data).toEqual({ debts: [{ id: 1 }] })
    expect(result.current.error).toBeNull()
  })

  describe('without an answer', () => {
    afterEach(() => {
      vi.useRealTimers()
      focusManager.setFocused(undefined)
    })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const renderQuery = ({ wrapper }: ReturnType<typeof createClient>) => {
      vi.useFakeTimers()
      return renderHook(() => useCallQuery(getDebts, byCard), { wrapper }).result
    }

    test('asks again by itself, ever more seldom and once each time, until the server answers', async () => {
      const down = [...Array(12).keys()].map(() => transportError(503))
      const app = createClient(...down, { debts: [] })
      const result = renderQuery(app)
      await pass(4_900)
      expect(app.calls).toHaveLength(1)
      expect([result.current.data, result.current.error?.code]).toEqual([undefined, '503'])
      await pass(200)
      expect(app.calls).toHaveLength(2)
      await pass(60_000)
      const inFirstMinute = app.calls.length
      expect(inFirstMinute).toBeLessThan(10)
      await pass(60_000)
      expect(app.calls.length - inFirstMinute).toBeLessThan(4)
      await pass(300_000)
      expect(result.current.data).toEqual({ debts: [] })
      // The first one alone repeats itself.
      expect(app.repeats).toEqual(app.calls.map((_, index) => index === 0))
      const { length } = app.calls
      await pass(300_000)
      expect(app.calls).toHaveLength(length)
    })

    test('does not ask while the page is hidden, nor after a refusal', async () => {
      const hidden = createClient(transportError(503))
      renderQuery(hidden)
      await pass(100)
      focusManager.setFocused(false)
      await pass(300_000)
      expect(hidden.calls).toHaveLength(1)
      const refused = createClient(new ApiError('05', 'No se puede.'))
      renderQuery(refused)
      await pass(300_000)
      expect(refused.calls).toHaveLength(1)
    })
  })
})

describe('isFirstLoad', () => {
  test('is true until the first answer or error, and false while an error is retried', async () => {
    const reply = Promise.withResolvers<never>()
    const { client } = createClient(reply.promise)
    const loading = () => client.isFetching({ predicate: isFirstLoad })
    prefetch(client, roles, {})
    expect(loading()).toBe(1)
    reply.reject(new ApiError('05', 'No se puede.'))
    await expect.poll(() => client.getQueryState(['roles', {}])?.status).toBe('error')
    prefetch(client, roles, {})
    expect([client.isFetching(), loading()]).toEqual([1, 0])
  })
})

describe('useCallQuery', () => {
  test("returns TanStack's result, with an ApiError for any error", async () => {
    const { wrapper } = createClient(new TypeError('broken'))
    const { result } = renderHook(() => useCallQuery(roles, {}), { wrapper })
    expect(result.current.isPending).toBe(true)
    await waitFor(() => expect(result.current.error).toBeInstanceOf(ApiError))
  })
})

describe('useCallMutation', () => {
  test.each([
    ['an answer', {}],
    ['an error', noAnswer('offline')],
  ])('invalidates the given calls after %s', async (_outcome, reply) => {
    const { client, wrapper } = createClient(reply)
    client.setQueryData(['getDebts', byCard], { debts: [] })
    client.setQueryData(['roles', {}], { list: [] })
    const { result } = renderHook(
      () => useCallMutation(resetPassword, { invalidates: [getDebts] }),
      { wrapper },
    )
    act(() => result.current.mutate({ user: 'ana@demo.surtidor.uy' }))
    await waitFor(() => expect(result.current.isPending || result.current.isIdle).toBe(false))
    expect(client.getQueryState(['getDebts', byCard])?.isInvalidated).toBe(true)
    expect(client.getQueryState(['roles', {}])?.isInvalidated).toBe(false)
  })

  test.each(['resolve', 'reject'] as const)(
    'accepts a new run after reset; the end of the earlier one (%s) does not show',
    async (end) => {
      const first = Promise.withResolvers<object>()
      const { wrapper, calls } = createClient(first.promise, {})
      const { result } = renderHook(() => useCallMutation(resetPassword), { wrapper })
      const onSuccess = vi.fn<() => void>()
      act(() => result.current.mutate({ user: 'first' }, { onSuccess }))
      await waitFor(() => expect(result.current.isPending).toBe(true))
      act(() => result.current.reset())
      await waitFor(() => expect(result.current.isIdle).toBe(true))
      await act(async () =>
        end === 'resolve' ? first.resolve({}) : first.reject(noAnswer('offline')),
      )
      expect([result.current.isIdle, onSuccess.mock.calls.length]).toEqual([true, 0])
      act(() => result.current.mutate({ user: 'second' }, { onSuccess }))
      await waitFor(() => expect(result.current.isSuccess).toBe(true))
      expect([calls.length, onSuccess.mock.calls.length]).toEqual([2, 1])
    },
  )

  test('runs once for a double click of its button and for Enter in a form of one field', async () => {
    const reply = Promise.withResolvers<object>()
    const { wrapper, calls } = createClient(reply.promise)
    function ResetForm() {
      const reset = useCallMutation(resetPassword)
      return (
        <Form form={useForm()} onSubmit={() => reset.mutate({ user: 'ana@demo.surtidor.uy' })}>
          <Field label="Correo" />
          <Button type="submit" busy={reset.isPending}>
            Mandar
          </Button>
        </Form>
      )
    }
    render(<ResetForm />, { wrapper })
    const user = userEvent.setup()
    await user.dblClick(screen.getByRole('button'))
    await user.type(screen.getByLabelText('Correo'), 'a{Enter}')
    expect(calls).toHaveLength(1)
    await act(async () => reply.resolve({}))
  })
})
