/** A formatted figure with its name; null during the first load. */
interface Stat {
  name: string
  value: string | null
}

/** Figures on cards, two or four in a row. */
export function StatGrid({ figures }: { figures: readonly Stat[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9.25rem,100%),1fr))] gap-3">
      {figures.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-col gap-0.5 rounded-card border border-line bg-surface px-4 py-3.5 shadow-card"
        >
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="figures text-lg font-bold tracking-tight">
            {value ?? (
              <span className="inline-block h-4 w-24 max-w-full animate-pulse-soft rounded-mark bg-sunken" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
