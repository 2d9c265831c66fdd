/** Numbers of events by their name. */
export class Counts extends Map<string, number> {
  add(name: string): void {
    this.set(name, (this.get(name) ?? 0) + 1)
  }
  /** The most frequent first. */
  summary(): string {
    const sorted = [...this].sort(([, a], [, b]) => b - a)
    return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'nada'
  }
}

export function countAll(names: readonly string[]): Counts {
  const counts = new Counts()
  for (const name of names) counts.add(name)
  return counts
}
