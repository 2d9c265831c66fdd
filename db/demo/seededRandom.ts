/** Chance that repeats itself: the same seed and path give the same draws on any machine. */
export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number, both ends possible. */
  whole(from: number, to: number): number
  happens(probability: number): boolean
  oneOf<T>(list: readonly T[]): T
}

/**
 * Opens a stream of draws of its own for whatever `path` names, so that one more draw in one part
 * of the town moves nothing in another.
 */
export function createRandom(seed: number, ...path: (string | number)[]): SeededRandom {
  let state = fnv1a(`${seed}/${path.join('/')}`)
  // Mulberry32: 32 bits of state are plenty for a town, and it runs at a few nanoseconds a draw.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    happens: (probability) => next() < probability,
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
