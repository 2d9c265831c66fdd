import { ChevronLeft } from 'lucide-react'
import { RouteLink } from '#kit/display/RouteLink.tsx'

/** The screen that a screen belongs to. */
export interface ParentScreen {
  title: string
  /** A route with its leading slash. */
  url: string
}

/** Before the title of a screen: leads to the screen above it. An arrow on phones. */
export function BackLink({ title, url }: ParentScreen) {
  return (
    <RouteLink
      to={url}
      aria-label={`Volver a ${title}`}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full font-medium text-ink transition hover:bg-sunken active:scale-95 lg:-ml-3 lg:size-auto lg:min-h-11 lg:rounded-control lg:pr-4 lg:pl-1.5 lg:text-brand-text"
    >
      <ChevronLeft aria-hidden="true" className="lg:size-5" />
      <span className="hidden lg:inline">{title}</span>
    </RouteLink>
  )
}
