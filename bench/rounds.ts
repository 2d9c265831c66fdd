/** The median; of an even number of values, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

/** The smallest and the largest value. */
export const spread = (values: readonly number[]) => [Math.min(...values), Math.max(...values)]

/**
 * Runs every contestant once per round, so that other load on the machine affects all alike. The
 * order rotates from round to round.
 * @returns the results of each contestant, by round
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
    for (let position = 0; position < names.length; position++) {
      const name = names[(position + round) % names.length] as Name
      results[name].push(await contestants[name]())
    }
    process.stderr.write(`ronda ${round + 1} de ${count}\n`)
  }
  return results
}

/** The median over the rounds of our figure divided by theirs in the same round. */
export function ratio<R>(ours: readonly R[], theirs: readonly R[], of: (result: R) => number) {
  return median(ours.map((result, round) => of(result) / of(theirs[round] as R)))
}
