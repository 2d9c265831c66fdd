import type { ReactNode } from 'react'
import { BrandArtwork } from '#kit/display/Logo.tsx'

interface Props {
  label: string
  figure: ReactNode
  children?: ReactNode
}

export function StatPanel({ label, figure, children }: Props) {
  return (
    <div className="deep relative isolate overflow-hidden rounded-card p-6 shadow-card">
      <BrandArtwork />
      <p className="font-medium text-on-deep-soft">{label}</p>
      <p className="@container figures mt-1 text-[min(3rem,12vw)] leading-tight font-bold tracking-tight">
        {figure}
      </p>
      {children && <div className="mt-4 flex flex-col gap-2 text-on-deep-soft">{children}</div>}
    </div>
  )
}
