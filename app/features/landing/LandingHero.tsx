import { LandingPicture } from '#app/features/landing/LandingPicture.tsx'
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
              <RouteLink
                to="/register"
                className={`${LIGHT} grow bg-sun text-on-sun hover:brightness-105 sm:grow-0`}
              >
                Crear mi cuenta
              </RouteLink>
            )}
            <RouteLink
              to={signedIn ? '/main' : '/faq'}
              className={`${LIGHT} grow sm:grow-0 ${signedIn ? 'bg-sun text-on-sun hover:brightness-105' : 'bg-on-deep/12 hover:bg-on-deep/20'}`}
            >
              {signedIn ? 'Ver mis puntos' : 'Cómo funciona'}
            </RouteLink>
          </div>
        </div>
        <LandingPicture />
      </div>
    </header>
  )
}
