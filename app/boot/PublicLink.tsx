import type { MouseEventHandler, ReactNode } from 'react'
import type { OpenPage } from '#app/routeGuard.ts'
import { linkClasses } from '#kit/style/linkClasses.ts'

interface Props {
  to: OpenPage
  /** In another tab: what was written here waits. */
  apart?: boolean
  onClick?: MouseEventHandler
  children: ReactNode
}

/** A link to an open page from login, which is drawn before the router is there. */
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
