import type { ReactNode } from 'react'

/** A name and its value; `strong` marks the one that sums up the rest. */
export interface Description {
  name: string
  value: ReactNode
  strong?: boolean
}

/** What is to be known of one thing, name at the left and value at the right: a receipt's lines. */
export function DescriptionList({ facts }: { facts: readonly Description[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ name, value, strong }) => (
        <div
          key={name}
          className={`flex flex-wrap items-baseline justify-between gap-x-6 py-2.5 first:pt-0 last:pb-0 ${strong ? 'text-lg font-bold' : ''}`}
        >
          <dt className={strong ? '' : 'text-soft'}>{name}</dt>
          <dd className={`figures ml-auto text-right ${strong ? '' : 'font-medium'}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
