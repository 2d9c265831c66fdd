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
 * @returns for each contestant the values of each of its figures, by round
 */
export async function rounds<Contestants extends Record<string, () => Promise<object>>>(
  count: number,
  contestants: Contestants,
): Promise<{
  [Name in keyof Contestants]: Record<keyof Awaited<ReturnType<Contestants[Name]>>, number[]>
}> {
  const names = Object.keys(contestants)
  const measured: Record<string, Record<string, number[]>> = {}
  for (let round = 0; round < count; round++) {
    for (let position = 0; position < names.length; position++) {
      const name = names[(position + round) % names.length] as string
      const ofName = (measured[name] ??= {})
      const figures: Record<string, number> = { ...(await contestants[name]?.()) }
      for (const [figure, value] of Object.entries(figures)) (ofName[figure] ??= []).push(value)
    }
    process.stderr.write(`ronda ${round + 1} de ${count}\n`)
  }
  return measured as never
}

/** The median over the rounds of our figure divided by theirs in the same round. */
export const ratio = (ours: readonly number[], theirs: readonly number[]) =>
  median(ours.map((figure, round) => figure / (theirs[round] as number)))
