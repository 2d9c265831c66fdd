import type { MouseEventHandler, ReactNode } from 'react'
import type { OpenPage } from '#app/routeGuard.ts'
import { linkClasses } from '#kit/style/linkClasses.ts'

interface Props {
  to: OpenPage
  /** Opens another tab, so that the form here is not lost. */
  apart?: boolean
  onClick?: MouseEventHandler
  children: ReactNode
}

/** A link from login to a public page without the router, which is not loaded yet. */
export function PublicLink({ to, apart = false, onClick, children }: Props) {
  return (
    <a
      href={`#${to}`}
      onClick={onClick}
      className={linkClasses}
      {...(apart && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
      {apart && <span className="sr-only"> (se abre en otra pestaña)</span>}
    </a>
  )
}
