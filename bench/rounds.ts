/** The median; of an even number of values, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

/** The median of rates, with their extremes in brackets. */
export const rates = (perSecond: readonly number[]) =>
  `${Math.round(median(perSecond))} (${Math.round(Math.min(...perSecond))}–${Math.round(Math.max(...perSecond))})`

/**
 * Runs every contestant once per round, so that other load on the machine affects all alike. The
 * order rotates from round to round.
 * @returns the results of each contestant, by round
 */
export async function rounds<Contestants extends Record<string, () => Promise<unknown>>>(
  count: number,
  contestants: Contestants,
): Promise<{ [Name in keyof Contestants]: Awaited<ReturnType<Contestants[Name]>>[] }> {
  const names = Object.keys(contestants)
  const results: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < count; round++) {
    for (let position = 0; position < names.length; position++) {
      const name = names[(position + round) % names.length] as string
      results[name]?.push(await contestants[name]?.())
    }
    process.stderr.write(`ronda ${round + 1} de ${count}\n`)
  }
  return results as never
}

/** The figures of the rounds, by name. */
export const byFigure = <Name extends string>(measured: readonly Record<Name, number>[]) =>
  Object.fromEntries(
    Object.keys(measured[0] ?? {}).map((name) => [name, measured.map((one) => one[name as Name])]),
  ) as Record<Name, number[]>

/** The median over the rounds of our figure divided by theirs in the same round. */
export const ratio = (ours: readonly number[], theirs: readonly number[]) =>
  median(ours.map((figure, round) => figure / (theirs[round] as number)))
