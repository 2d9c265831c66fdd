/** The middle of what was measured; of two middles, the lower. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

/** The smallest and the largest, to say how far the rounds lay apart. */
export const spread = (values: readonly number[]) => [Math.min(...values), Math.max(...values)]

/**
 * Lets every contestant run once in each round, so that what the machine does besides falls on all
 * of them alike; the order turns, so that nobody always follows the same one.
 * @returns what each contestant did, round by round
 */
export async function rounds<Name extends string, Result>(
  count: number,
  contestants: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contestants) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<
    Name,
    Result[]
  >
  for (let round = 0; round < count; round++) {
    for (let place = 0; place < names.length; place++) {
      const name = names[(place + round) % names.length] as Name
      results[name].push(await contestants[name]())
    }
    process.stderr.write(`ronda ${round + 1} de ${count}\n`)
  }
  return results
}

/** The median over the rounds of one's figure divided by the other's of the same round. */
export function ratio<R>(ours: readonly R[], theirs: readonly R[], of: (result: R) => number) {
  return median(ours.map((one, round) => of(one) / of(theirs[round] as R)))
}
