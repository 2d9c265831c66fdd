import type { ReactNode } from 'react'

interface Props {
  /** An IconCircle before the title. */
  mark?: ReactNode
  /** The card's heading, an h2. */
  title?: string
  detail?: ReactNode
  /** A Badge at the right of the title. */
  badge?: ReactNode
  children?: ReactNode
}

/** A panel with one subject: title, content and actions. */
export function Card({ mark, title, detail, badge, children }: Props) {
  return (
    <div className="@container flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-card">
      {title && (
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          {mark}
          <div className="min-w-0 flex-1 basis-[8rem]">
            <h2 className="font-semibold">{title}</h2>
            {detail && <p className="text-sm text-soft">{detail}</p>}
          </div>
          {badge}
        </div>
      )}
      {children}
    </div>
  )
}
