export type SeededRandom = ReturnType<typeof createRandom>

/**
 * Deterministic pseudo-random generator: the same seed and path give the same values on any
 * machine. The stream of each `path` is independent, so that one more value in one part of the data
 * changes nothing in another.
 */
export function createRandom(seed: number, ...path: (string | number)[]) {
  let state = fnv1a(`${seed}/${path.join('/')}`)
  // Mulberry32: 32 bits of state are enough for demo data.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** From 0 (inclusive) to 1 (exclusive). */
    next,
    /** An integer, both ends inclusive. */
    integer: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    bool: (probability: number) => next() < probability,
    oneOf<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('nothing to choose from')
      return list[Math.floor(next() * list.length)] as T
    },
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash
}
