import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  /** Always visible; an h3. */
  title: string
  children: ReactNode
}

/**
 * A line of a List that expands. It is the browser's own element, so that the search in the page
 * finds closed text.
 */
export function Disclosure({ title, children }: Props) {
  return (
    <li>
      <details className="group">
        <summary className="@max-[13rem]:px-3 flex min-h-14 list-none items-center gap-3 px-5 py-3.5 transition-colors hover:bg-sunken/50 focus-visible:rounded-card focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
          <h3 className="min-w-0 flex-1 font-medium text-pretty group-open:font-semibold">
            {title}
          </h3>
          <ChevronDown
            aria-hidden="true"
            size={20}
            className="@max-[13rem]:hidden shrink-0 text-soft transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="@max-[13rem]:px-3 flex flex-col gap-3 px-5 pb-5 text-pretty text-soft">
          {children}
        </div>
      </details>
    </li>
  )
}
