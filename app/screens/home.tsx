import { useSession } from '#app/context.ts'
import { LandingHero, PanelLink } from '#app/features/landing/LandingHero.tsx'
import { LandingSections } from '#app/features/landing/LandingSections.tsx'
import { BrandArtwork, Logo } from '#kit/display/Logo.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { SkipLink } from '#kit/layout/SkipLink.tsx'

/** The landing page: what Surtidor is, for a visitor without a session. */
export default function Home() {
  const signedIn = useSession() !== null
  return (
    <>
      <SkipLink />
      <LandingHero signedIn={signedIn} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex max-w-288 flex-col gap-14 px-4 py-12 lg:gap-20 lg:px-8 lg:py-20"
      >
        <LandingSections />
        <section
          aria-labelledby="start"
          className="deep relative isolate flex flex-col items-start gap-4 overflow-hidden rounded-card px-6 pt-8 pb-44 shadow-card sm:p-10 lg:p-14"
        >
          <BrandArtwork />
          <h2
            id="start"
            className="text-[min(1.5rem,9.5vw)] font-bold tracking-tight text-balance lg:text-4xl"
          >
            {signedIn ? 'Ya estás adentro' : 'La próxima carga ya puede sumar'}
          </h2>
          <p className="max-w-112 text-lg text-pretty text-on-deep-soft">
            {signedIn
              ? 'Tus puntos, tus cargas y tus pagos te esperan en tu inicio.'
              : 'Creá tu cuenta en un par de minutos: es gratis, y la usás en todas las estaciones de la red.'}
          </p>
          <div className="mt-2 flex w-full flex-wrap gap-3">
            {signedIn ? (
              <PanelLink to="/main" main>
                Ir a mi inicio
              </PanelLink>
            ) : (
              <>
                <PanelLink to="/register" main>
                  Crear mi cuenta
                </PanelLink>
                <PanelLink to="/login">Ya tengo cuenta</PanelLink>
              </>
            )}
          </div>
        </section>
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-288 flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 lg:px-8">
          <Logo named />
          <nav aria-label="Más información" className="flex flex-wrap gap-x-6">
            <TextLink to="/faq">Preguntas frecuentes</TextLink>
            <TextLink to="/termandCondition">Términos y condiciones</TextLink>
          </nav>
        </div>
      </footer>
    </>
  )
}
