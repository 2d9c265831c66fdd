/** What a run found, and after how many rounds it ended. */
interface Outcome {
  rounds: number
  violations: readonly { code: string }[]
}

/**
 * The shortest run that violates one of the same invariants as a longer one. Runs of one seed begin alike, and what
 * is violated stays so: the rounds are halved.
 * @param found the longer run
 * @param runFor runs the same seed again, and ends after so many rounds
 */
export async function shortened<Found extends Outcome>(
  found: Found,
  runFor: (rounds: number) => Promise<Found>,
): Promise<Found> {
  const codes = new Set(found.violations.map(({ code }) => code))
  let [held, shortest] = [0, found]
  while (shortest.rounds - held > 1) {
    const rounds = Math.floor((held + shortest.rounds) / 2)
    const shorter = await runFor(rounds)
    if (shorter.violations.some(({ code }) => codes.has(code))) shortest = { ...shorter, rounds }
    else held = rounds
  }
  return shortest
}
