import type { ReactNode } from 'react'
import { usePageFocus } from '#kit/browser/usePageFocus.ts'
import { BrandArtwork, Logo } from '#kit/display/Logo.tsx'
import { SkipLink } from '#kit/layout/SkipLink.tsx'

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  lead: string
  children: ReactNode
}

/** The layout of a public page of text: its title on a dark band, then the text. */
export function ArticleLayout({ title, lead, children }: Props) {
  const heading = usePageFocus(title)
  return (
    <>
      <SkipLink />
      <header className="deep relative isolate overflow-hidden pt-[max(1.5rem,env(safe-area-inset-top))] pb-10 lg:py-10">
        <div className="mx-auto flex max-w-176 flex-col px-4">
          <Logo named />
          <h1
            ref={heading}
            tabIndex={-1}
            className="mt-8 text-[min(1.875rem,11vw)] font-bold tracking-tight wrap-anywhere lg:text-4xl"
          >
            {title}
          </h1>
          <p className="mt-2 max-w-120 text-pretty text-on-deep-soft">{lead}</p>
        </div>
        {/* On a phone it would stand behind the words. */}
        <div className="absolute inset-0 -z-10 hidden sm:block">
          <BrandArtwork />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-176 flex-col gap-6 px-4 pt-6 pb-16 lg:pt-10"
      >
        {children}
      </main>
    </>
  )
}
