import type { ReactNode } from 'react'

interface Props {
  /** Drawn as a second-level heading. */
  title: string
  /** Paragraphs and lists. */
  children: ReactNode
}

/** One clause of the terms and conditions. */
export function Clause({ title, children }: Props) {
  return (
    <section className="flex flex-col gap-3 text-pretty [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5">
      <h2 className="text-lg font-bold tracking-tight">{title}</h2>
      {children}
    </section>
  )
}
