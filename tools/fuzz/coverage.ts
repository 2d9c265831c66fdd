/** What was asked, and how each ended. */
export interface Coverage {
  /** @param done whether the work itself was done, behind every gate */
  saw(what: string, code: string, done: boolean): void
  /** What was never done. */
  missed(): string[]
  /** One line for each call or door: its codes and how often. */
  lines(): string[]
}

export function openCoverage(names: readonly string[]): Coverage {
  const rows = new Map(names.map((name) => [name, { codes: new Map<string, number>(), done: 0 }]))
  return {
    saw: (what, code, done) => {
      const row = rows.get(what)
      if (!row) throw new Error(`nobody said that there is ${what}`)
      row.codes.set(code, (row.codes.get(code) ?? 0) + 1)
      if (done) row.done += 1
    },
    missed: () => [...rows].filter(([, { done }]) => done === 0).map(([name]) => name),
    lines: () =>
      [...rows].map(
        ([name, { codes, done }]) =>
          `${name.padEnd(26)} done ${String(done).padStart(5)}   ${[...codes]
            .toSorted()
            .map(([code, times]) => `${code} ${times}`)
            .join(', ')}`,
      ),
  }
}
