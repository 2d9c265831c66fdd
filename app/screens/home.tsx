import { useSession } from '#app/context.ts'
import { LandingHero } from '#app/features/landing/LandingHero.tsx'
import { LandingSections } from '#app/features/landing/LandingSections.tsx'
import { Logo } from '#kit/display/Logo.tsx'
import { ButtonLink, TextLink } from '#kit/display/RouteLink.tsx'
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
          className="deep flex flex-col items-start gap-4 rounded-card p-6 shadow-card lg:p-10"
        >
          <h2
            id="start"
            className="text-[min(1.5rem,9.5vw)] font-bold tracking-tight text-balance lg:text-3xl"
          >
            {signedIn ? 'Ya estás adentro' : 'La próxima carga ya puede sumar'}
          </h2>
          <p className="max-w-136 text-pretty text-on-deep-soft">
            {signedIn
              ? 'Tus puntos, tus cargas y tus pagos te esperan en tu inicio.'
              : 'Crear la cuenta lleva un par de minutos.'}
          </p>
          {signedIn ? (
            <ButtonLink to="/main" kind="quiet">
              Ir a mi inicio
            </ButtonLink>
          ) : (
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/register" kind="quiet">
                Crear mi cuenta
              </ButtonLink>
              <ButtonLink to="/login" kind="quiet">
                Ya tengo cuenta
              </ButtonLink>
            </div>
          )}
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
