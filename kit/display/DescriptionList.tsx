import type { ReactNode } from 'react'

/** A name and its value; `strong` marks a total. */
export interface Description {
  name: string
  value: ReactNode
  strong?: boolean
}

export type OptionalDescription = Description | false | null | undefined | ''

/** Names at the left and values at the right, as the lines of a receipt; a value of several lines is below its name. */
export function DescriptionList({ facts }: { facts: readonly OptionalDescription[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts
        .filter((fact) => !!fact)
        .map(({ name, value, strong }) => (
          <div
            key={name}
            className={`flex flex-wrap items-baseline justify-between gap-x-6 py-2.5 first:pt-0 last:pb-0 ${strong ? 'text-lg font-bold' : ''}`}
          >
            <dt className={strong ? '' : 'text-soft'}>{name}</dt>
            <dd
              className={`figures ml-auto wrap-anywhere [&>a]:-my-2.5 ${strong ? '' : 'font-medium'}`}
            >
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
