import type { ReactNode } from 'react'

interface Props {
  mark?: ReactNode
  title?: string
  detail?: ReactNode
  badge?: ReactNode
  children?: ReactNode
}

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
