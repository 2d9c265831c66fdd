import type { ReactNode } from 'react'
import { usePageFocus } from '#kit/browser/usePageFocus.ts'
import { Logo } from '#kit/display/Logo.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'

const LIGHT =
  'inline-flex min-h-12 items-center justify-center rounded-control px-5 py-2.5 font-semibold transition active:scale-98'

/** The top of the landing page. @param signedIn whether it leads to home instead of to login */
export function LandingHero({ signedIn }: { signedIn: boolean }) {
  const heading = usePageFocus('Cada carga cuenta')
  return (
    <header className="deep relative isolate overflow-hidden pt-[max(1rem,env(safe-area-inset-top))]">
      <div className="mx-auto flex max-w-288 flex-wrap items-center justify-between gap-3 px-4 lg:px-8">
        <Logo named />
        <nav aria-label="Tu cuenta">
          <RouteLink
            to={signedIn ? '/main' : '/login'}
            className={`${LIGHT} border border-on-deep/40 hover:bg-on-deep/10`}
          >
            {signedIn ? 'Ir a mi inicio' : 'Ingresar'}
          </RouteLink>
        </nav>
      </div>
      <div className="mx-auto grid max-w-288 items-end gap-x-12 gap-y-6 px-4 pt-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:px-8 lg:pt-12">
        <div className="flex flex-col items-start gap-5 lg:self-center lg:pb-16">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-[min(2.25rem,13vw)] leading-tight font-bold tracking-tight text-balance wrap-anywhere lg:text-6xl"
          >
            Cada carga cuenta.
          </h1>
          <p className="max-w-120 text-lg text-pretty text-on-deep-soft">
            Surtidor junta tus puntos, tus cargas y tus pagos en las estaciones de la red. Cargás
            como siempre, y lo que gastás vuelve en puntos.
          </p>
          <div className="flex w-full flex-wrap gap-3">
            {!signedIn && (
              <PanelLink to="/register" main>
                Crear mi cuenta
              </PanelLink>
            )}
            <PanelLink to={signedIn ? '/main' : '/faq'} main={signedIn}>
              {signedIn ? 'Ver mis puntos' : 'Cómo funciona'}
            </PanelLink>
          </div>
        </div>
        <LandingPicture />
      </div>
    </header>
  )
}

interface PanelLinkProps {
  to: string
  /** The one that stands out. */
  main?: boolean
  children: ReactNode
}

/** A button that leads from a dark panel of the landing page. */
export function PanelLink({ to, main = false, children }: PanelLinkProps) {
  const look = main
    ? 'bg-sun text-on-sun hover:brightness-105'
    : 'bg-on-deep/12 hover:bg-on-deep/20'
  return (
    <RouteLink to={to} className={`${LIGHT} grow sm:grow-0 ${look}`}>
      {children}
    </RouteLink>
  )
}

/**
 * The picture of the landing page: a car at a dispenser at dusk, under the fountain of the logo. It
 * stands on a dark panel in both themes. Decorative.
 */
function LandingPicture() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 480 360"
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="w-full stroke-on-deep"
    >
      <circle cx="388" cy="84" r="34" className="fill-sun stroke-transparent" />
      <path
        d="M0 360C70 256 140 208 226 208s178 52 254 152z"
        className="fill-on-deep stroke-transparent"
        opacity="0.1"
      />
      <g opacity="0.2" strokeWidth="7">
        <path d="M116 208V96M104 208v-62c0-36-11-51-29-51-17 0-29 13-29 33M128 208v-62c0-36 11-51 29-51 17 0 29 13 29 33" />
      </g>
      <path d="M12 316h456" opacity="0.5" />
      <path d="M60 112h196M84 112v-18h148v18" opacity="0.55" />
      <path d="M92 112v204M224 112v204" opacity="0.35" />
      <g>
        <path d="M132 316V182a12 12 0 0 1 12-12h40a12 12 0 0 1 12 12v134z" className="fill-deep" />
        <path d="M120 316h88" />
        <path d="M146 186h36v28h-36z" className="fill-deep-end" />
        <path d="M153 202h22" className="stroke-sun" />
        <path d="M148 234h32M148 250h20" opacity="0.6" />
        <path d="M196 226h8a12 12 0 0 1 12 12v30a11 11 0 0 0 22 0v-42l24 10" />
      </g>
      <path
        d="M258 296v-34a16 16 0 0 1 13-16l23-5 27-32a20 20 0 0 1 15-7h52a20 20 0 0 1 17 10l17 30 16 6a16 16 0 0 1 11 15v33"
        className="fill-deep-end"
      />
      <path d="M258 296h18M336 296h52M436 296h14" />
      <path d="M318 240h104l-12-22a10 10 0 0 0-9-5h-24v27M352 213v27M318 240l16-20" />
      <circle cx="306" cy="296" r="24" className="fill-deep" />
      <circle cx="306" cy="296" r="8" className="fill-on-deep stroke-transparent" />
      <circle cx="412" cy="296" r="24" className="fill-deep" />
      <circle cx="412" cy="296" r="8" className="fill-on-deep stroke-transparent" />
      <path d="M264 262h14" className="stroke-sun" />
      <path
        d="M246 60c9 13 14 20 14 28a14 14 0 0 1-28 0c0-8 5-15 14-28z"
        className="fill-sun stroke-transparent"
      />
    </svg>
  )
}
