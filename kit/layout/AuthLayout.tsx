import { createContext, type ReactNode, use } from 'react'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { usePageFocus } from '#kit/browser/usePageFocus.ts'
import { BrandArtwork, Logo } from '#kit/display/Logo.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

/** The program's texts on the panel of wide screens; by default the app's. */
export const PanelContext = createContext({
  motto: 'Cada carga cuenta.',
  sentences: [
    'Tus cargas suman puntos, y con los puntos canjeás premios.',
    'Pagás con tarjeta lo que debés en la estación, desde donde estés.',
    'Ves cada compra y cada punto, con su fecha y su estación.',
  ],
})

/** Not in the prerendered login: a phone does not load it, and it moves nothing where it appears. */
const AuthSentences = lazyComponent(
  async () => (await import('#kit/layout/AuthSentences.tsx')).AuthSentences,
  () => null,
)

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  lead?: string
  children: ReactNode
}

/** The layout of login, registration and password reset. Drawn without scripts. */
export function AuthLayout({ title, lead, children }: Props) {
  const heading = usePageFocus(title)
  const { motto, sentences } = use(PanelContext)
  const wide = useIsDesktop()
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start lg:content-stretch lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <header className="deep relative isolate flex flex-col overflow-hidden px-6 pt-[max(1.5rem,env(safe-area-inset-top))] pb-24 lg:p-12">
        <Logo named />
        <p className="mt-16 hidden max-w-120 text-5xl leading-tight font-bold tracking-tight text-balance lg:block">
          {motto}
        </p>
        {wide && <AuthSentences sentences={sentences} />}
        {/* On a phone the card covers the panel's foot; the fountain stands above it. */}
        <div className="absolute inset-0 bottom-10 -z-10 lg:hidden">
          <BrandArtwork />
        </div>
      </header>
      <main
        id="content"
        className="relative -mt-10 flex justify-center px-4 pb-12 lg:mt-0 lg:items-center lg:pt-12"
      >
        <div className="flex w-full max-w-112 flex-col gap-6 self-start rounded-card border border-line bg-surface p-6 shadow-card lg:self-center lg:p-8">
          <div>
            <h1
              ref={heading}
              tabIndex={-1}
              className="text-[min(1.5rem,9.5vw)] font-bold tracking-tight wrap-anywhere"
            >
              {title}
            </h1>
            {lead && <p className="mt-1 text-soft">{lead}</p>}
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}
