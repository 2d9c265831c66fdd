/** Counts the requests to each call and endpoint, by the code of the answer. */
export interface Coverage {
  /** @param succeeded whether the handler did its work, beyond every access check */
  record(name: string, code: string, succeeded: boolean): void
  /** The calls and endpoints that never succeeded. */
  neverSucceeded(): string[]
  /** One line per call and endpoint, with the count of each code. */
  lines(): string[]
}

export function createCoverage(names: readonly string[]): Coverage {
  const rows = new Map(
    names.map((name) => [name, { codes: new Map<string, number>(), successes: 0 }]),
  )
  return {
    record: (name, code, succeeded) => {
      const row = rows.get(name)
      if (!row) throw new Error(`${name} is no call or endpoint`)
      row.codes.set(code, (row.codes.get(code) ?? 0) + 1)
      if (succeeded) row.successes += 1
    },
    neverSucceeded: () =>
      [...rows].filter(([, { successes }]) => successes === 0).map(([name]) => name),
    lines: () =>
      [...rows].map(
        ([name, { codes, successes }]) =>
          `${name.padEnd(26)} ok ${String(successes).padStart(5)}   ${[...codes]
            .toSorted()
            .map(([code, times]) => `${code} ${times}`)
            .join(', ')}`,
      ),
  }
}
