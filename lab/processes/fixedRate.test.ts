import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { runAtFixedRate } from '#lab/processes/fixedRate.ts'

const options = { rate: 100, seconds: 0.5, maxUnderWay: 1_000 }

describe('runAtFixedRate', () => {
  test('makes all arrivals, due at even distances', async () => {
    const dueAt: number[] = []
    await runAtFixedRate({
      ...options,
      arrive: async (_, due) => {
        dueAt.push(due)
      },
    })
    expect(dueAt).toHaveLength(50)
    const [first = 0] = dueAt
    for (const [index, due] of dueAt.entries()) expect(due - first).toBeCloseTo(index * 10, 6)
  })

  test('goes on with the arrivals while none is answered, and measures from when they were due', async () => {
    const stall = Promise.withResolvers<void>()
    const latencies: number[] = []
    await runAtFixedRate({
      ...options,
      arrive: async (index, dueAt) => {
        if (index === 49) setTimeout(stall.resolve, 500)
        await stall.promise
        latencies.push(performance.now() - dueAt)
      },
    })
    // A closed loop would meet the stall once, with its first arrival.
    expect(latencies).toHaveLength(50)
    expect(Math.min(...latencies)).toBeGreaterThan(400)
  })

  test('ends with the error of an arrival', async () => {
    const arrive = async (index: number) => {
      if (index === 3) throw new Error('no debts are left')
    }
    await expect(runAtFixedRate({ ...options, arrive })).rejects.toThrow('no debts are left')
  })

  test('ends when more arrivals are under way than allowed', async () => {
    const arrive = () => sleep(100_000, undefined, { ref: false })
    const running = runAtFixedRate({ ...options, maxUnderWay: 10, arrive })
    await expect(running).rejects.toThrow('más de 10 pedidos en curso')
  })
})
