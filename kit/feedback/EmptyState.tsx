import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from '#kit/display/Illustration.tsx'

interface Props {
  picture: IllustrationName
  title: string
  /** One sentence: what will be shown here, or what to do. */
  children: ReactNode
  /** A button or link. */
  action?: ReactNode
}

/** The illustration and text of a list or screen without content. */
export function EmptyState({ picture, title, children, action }: Props) {
  return (
    <div className="flex animate-rise flex-col items-center gap-2 px-4 py-8 text-center">
      <Illustration name={picture} />
      <p className="mt-2 max-w-full text-[min(1.125rem,8vw)] font-bold wrap-anywhere">{title}</p>
      <p className="max-w-[min(22rem,100%)] text-pretty text-soft">{children}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
