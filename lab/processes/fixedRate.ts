import { setTimeout as sleep } from 'node:timers/promises'

/** Load by the clock: arrivals do not wait for answers, so that a stall meets as many as in life. */
interface FixedRateOptions {
  /** Arrivals per second, evenly spaced. */
  rate: number
  seconds: number
  /** Ends the arrivals before their time. */
  isOver?: () => boolean
  /** Arrivals under way at the same time beyond which the run cannot go on. */
  maxUnderWay: number
  /** @param dueAt when the arrival was due (`performance.now()`); latency is measured from it */
  arrive: (index: number, dueAt: number) => Promise<void>
}

/**
 * Resolves when the last arrival has ended.
 * @throws the first error of an arrival, or one when too many are under way
 */
export async function runAtFixedRate({ rate, seconds, isOver, ...options }: FixedRateOptions) {
  const { maxUnderWay, arrive } = options
  const startedAt = performance.now()
  const underWay = new Set<Promise<void>>()
  let failure: unknown
  for (let index = 0; index < Math.floor(rate * seconds); index += 1) {
    const dueAt = startedAt + (index * 1000) / rate
    const early = dueAt - performance.now()
    if (early > 0) await sleep(early)
    if (failure !== undefined || isOver?.()) break
    if (underWay.size >= maxUnderWay)
      throw new Error(`más de ${maxUnderWay} pedidos en curso: los servidores no dan abasto`)
    const arrival = arrive(index, dueAt)
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => underWay.delete(arrival))
    underWay.add(arrival)
  }
  await Promise.all(underWay)
  if (failure !== undefined) throw failure
}
