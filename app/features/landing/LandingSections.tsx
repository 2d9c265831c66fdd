import { Bell, CreditCard, Lock, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import {
  BenefitsView,
  PointsLifetime,
  ProgrammeBenefits,
} from '#app/features/loyalty/ProgrammeBenefits.tsx'
import { STATION_SERVICES } from '#contract/reference/stationServices.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Skeleton } from '#kit/feedback/QueryView.tsx'
import { CardGrid } from '#kit/layout/CardGrid.tsx'

/** The pictures are 96 by 72, in the style of kit/feedback/EmptyState.tsx. */
const FEATURES = [
  {
    picture: (
      <>
        <circle cx="58" cy="42" r="18" className="fill-sun stroke-transparent" />
        <path d="M58 33v18M51 42h14" className="stroke-on-sun" />
        <path
          d="M32 18c7 10 11 16 11 22a11 11 0 0 1-22 0c0-6 4-12 11-22z"
          className="fill-surface"
        />
      </>
    ),
    title: 'Puntos que se ven',
    text: 'Cada carga y cada compra suma. Ves el saldo, de dónde salió cada punto y lo que ahorraste en descuentos.',
  },
  {
    picture: (
      <>
        <rect x="20" y="18" width="52" height="36" rx="7" className="fill-surface" />
        <path d="M20 30h52M29 44h12" />
        <circle cx="70" cy="50" r="12" className="fill-sun stroke-transparent" />
        <path d="m64 50 5 5 8-9" className="stroke-on-sun" />
      </>
    ),
    title: 'Pagás desde el teléfono',
    text: 'Tus cuentas de la estación te esperan en el teléfono. Escaneás el código de la factura y pagás con tarjeta.',
  },
  {
    picture: (
      <>
        <path d="m18 24 20-7 20 7 20-7v36l-20 7-20-7-20 7z" className="fill-surface" />
        <path d="M38 17v36M58 24v36" opacity="0.4" />
        <path
          d="M58 12c8 0 14 6 14 14 0 9-14 21-14 21S44 35 44 26c0-8 6-14 14-14z"
          className="fill-sun stroke-transparent"
        />
        <circle cx="58" cy="26" r="4.5" className="fill-on-sun stroke-transparent" />
      </>
    ),
    title: 'La estación que te sirve',
    text: 'El mapa de la red con precios de cada combustible, horarios y servicios: tienda, lavado, gomería, cajero.',
  },
  {
    picture: (
      <>
        <path d="M28 12h32l10 10v40H28z" className="fill-surface" />
        <path d="M60 12v10h10M37 52V42M49 52V32" />
        <path d="M61 52V38" className="stroke-sun" strokeWidth="5" />
      </>
    ),
    title: 'Tu estado de cuenta',
    text: 'Litros y gasto por mes, estación por estación. Lo bajás en PDF o en planilla para tu contador.',
  },
]

const STEPS = [
  {
    title: 'Creá tu cuenta',
    text: 'Con tu cédula y tu correo. Te mandamos un código para confirmarla.',
  },
  {
    title: 'Afiliate a un programa',
    text: 'Elegís el programa, contás qué vehículo manejás y la red lo aprueba. Te avisamos.',
  },
  {
    title: 'Cargá y sumá',
    text: 'Mostrás tu tarjeta de Surtidor en la estación. Desde ese día, cada carga cuenta.',
  },
]

const SAFETY = [
  {
    icon: CreditCard,
    title: 'Tu tarjeta no pasa por nosotros',
    text: 'Los datos de la tarjeta los pide la pasarela de pagos, en su propia página. Surtidor no los ve ni los guarda.',
  },
  {
    icon: Lock,
    title: 'Tus datos son tuyos',
    text: 'Podés ver y bajar todo lo que guardamos sobre vos, y borrar tu cuenta cuando quieras.',
  },
  {
    icon: Bell,
    title: 'Te enterás de todo',
    text: 'Cada pago y cada cambio en tu afiliación llega como aviso a la app.',
  },
  {
    icon: ShieldCheck,
    title: 'Cada punto, con respaldo',
    text: (
      <>
        Los puntos se anotan en un libro que no se puede reescribir.{' '}
        <PointsLifetime instead="Antes de que venzan te avisamos.">
          {(lifetime) => `Duran ${lifetime}, y antes de que venzan te avisamos.`}
        </PointsLifetime>
      </>
    ),
  },
]

const CARD = 'flex flex-col gap-2 rounded-card border border-line bg-surface p-5 shadow-card'

function LandingSection({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div>
        <h2
          id={id}
          className="text-[min(1.5rem,9.5vw)] font-bold tracking-tight text-balance lg:text-3xl"
        >
          {title}
        </h2>
        {lead && <p className="mt-2 max-w-152 text-pretty text-soft">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

export function LandingSections() {
  return (
    <>
      <LandingSection title="Todo lo de tu auto, en una app">
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-4">
          {FEATURES.map(({ picture, title, text }) => (
            <li key={title} className={CARD}>
              <FeaturePicture>{picture}</FeaturePicture>
              <h3 className="mt-1 font-semibold">{title}</h3>
              <p className="text-pretty text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </LandingSection>
      <LandingSection
        title="Lo que suma cada carga"
        lead="Son las reglas de hoy, y valen en todas las estaciones."
      >
        <BenefitsView
          skeleton={<Skeleton shape="hero" />}
          instead={<p>Cuántos puntos da cada programa se ve con conexión.</p>}
        >
          {(all) => (
            <CardGrid>
              {all.map((one) => (
                <Card key={one.code}>
                  <h3 className="font-semibold">{one.name}</h3>
                  <ProgrammeBenefits programme={one} />
                </Card>
              ))}
            </CardGrid>
          )}
        </BenefitsView>
      </LandingSection>
      <LandingSection title="Sumarte lleva tres pasos">
        <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-8 gap-y-6">
          {STEPS.map(({ title, text }, index) => (
            <li key={title} className="flex gap-4">
              <span
                aria-hidden="true"
                className="figures flex size-11 shrink-0 items-center justify-center rounded-full bg-brand text-lg font-bold text-on-brand"
              >
                {index + 1}
              </span>
              <div className="min-w-0 pt-2">
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-1 text-pretty text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </LandingSection>
      {/* The names are those of the map's filter. */}
      <LandingSection
        title="Una sola red"
        lead="Las mismas reglas y los mismos puntos en todas las estaciones adheridas. En el mapa filtrás por lo que precisás:"
      >
        <ul className="flex flex-wrap gap-2">
          {STATION_SERVICES.map(({ code, text }) => (
            <li
              key={code}
              className="rounded-full bg-brand-tint px-4 py-1.5 font-medium text-brand-text"
            >
              {text}
            </li>
          ))}
        </ul>
      </LandingSection>
      <LandingSection title="Tranquilidad en cada pago">
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),1fr))] gap-x-8 gap-y-5 rounded-card border border-line bg-surface p-5 shadow-card lg:p-8">
          {SAFETY.map(({ icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <IconCircle icon={icon} />
              <div className="min-w-0">
                <h3 className="font-semibold">{title}</h3>
                <p className="text-pretty text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </LandingSection>
    </>
  )
}

function FeaturePicture({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 96 72"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-18 w-24 stroke-brand-text"
    >
      <path
        d="M4 64c14-12 28-17 44-17s30 5 44 17z"
        className="fill-brand-tint stroke-transparent"
      />
      {children}
    </svg>
  )
}
