import { CircleHelp, MapPin, UserRound } from 'lucide-react'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { StatPanel } from '#kit/display/StatPanel.tsx'
import { Section } from '#kit/layout/Section.tsx'

/** Shown instead of points to a person without a loyalty. */
export function Welcome() {
  return (
    <StatPanel label="Te damos la bienvenida a Surtidor" figure="Cada carga cuenta">
      <p className="max-w-120">
        Cuando te afilies a un programa, acá vas a ver tus puntos, lo que ahorraste y tus últimas
        cargas.
      </p>
    </StatPanel>
  )
}

const STEPS = [
  {
    to: '/editUser',
    icon: UserRound,
    title: 'Mirá que tus datos estén bien',
    detail: 'Tu nombre, tu teléfono y tu dirección',
  },
  {
    to: '/map',
    icon: MapPin,
    title: 'Conocé las estaciones',
    detail: 'Dónde están, a qué hora abren y qué ofrecen',
  },
  {
    to: '/faqAuth',
    icon: CircleHelp,
    title: 'Sacate las dudas',
    detail: 'Cómo se suman los puntos y cómo se usan',
  },
]

/** The next steps of a person without a loyalty. */
export function FirstSteps() {
  return (
    <Section title="Por dónde empezar">
      <Card>
        <p className="text-pretty">
          <strong>Afiliate a un programa.</strong> Elegís cuál, contás qué vehículo manejás y te
          avisamos apenas esté aprobado. Desde ese día, cada carga suma.
        </p>
        <ButtonLink to="/listLoyalty">Ver los programas</ButtonLink>
      </Card>
      <List label="Mientras tanto">
        {STEPS.map(({ to, icon, title, detail }) => (
          <ListItem
            key={to}
            to={to}
            mark={<IconCircle icon={icon} />}
            title={title}
            detail={detail}
          />
        ))}
      </List>
    </Section>
  )
}
