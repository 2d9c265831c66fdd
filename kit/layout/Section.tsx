import { type ReactNode, useId } from 'react'
import { List } from '#kit/display/List.tsx'

interface Props {
  title: string
  /** A link or a small control at the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A titled part of a screen; its title is an h2. */
export function Section({ title, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-lg font-bold tracking-tight">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A Section with one List of the same name. */
export const ListSection = ({ children, ...section }: Props) => (
  <Section {...section}>
    <List label={section.title}>{children}</List>
  </Section>
)
