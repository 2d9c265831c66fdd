import {
  CircleHelp,
  Contact,
  CreditCard,
  History,
  MapPin,
  Megaphone,
  ReceiptText,
  ScanLine,
  UserRound,
} from 'lucide-react'
import { useSession } from '#app/context.ts'
import { useNow } from '#app/device/useNow.ts'
import { DebtsSummary } from '#app/features/home/DebtsSummary.tsx'
import { HomeInvitation } from '#app/features/home/HomeInvitation.tsx'
import { LastMovements } from '#app/features/home/LastMovements.tsx'
import { NearestStation } from '#app/features/home/NearestStation.tsx'
import type { NextRewardProps } from '#app/features/home/NextReward.tsx'
import { requestRow } from '#app/features/home/requestRow.tsx'
import { UnreadNotifications } from '#app/features/home/UnreadNotifications.tsx'
import { pointsNotes, spendableOf } from '#app/features/loyalty/pointsTexts.ts'
import { isOpen } from '#app/features/loyalty/requestGroups.ts'
import { currentLoyalty } from '#app/features/loyalty/selectedLoyalty.ts'
import { type Loyalties, useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { NO_LOYALTY } from '#contract/entities/loyalty.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { ButtonLink, RouteLink } from '#kit/display/RouteLink.tsx'
import { StatPanel } from '#kit/display/StatPanel.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { points } from '#kit/format/numbers.ts'
import { Section } from '#kit/layout/Section.tsx'

/** Loaded when the first screen is painted, and drawn below it: nothing that is drawn moves. */
const WaitingList = lazyComponent(
  async () => {
    await new Promise<void>(whenIdle)
    return (await import('#app/features/home/WaitingList.tsx')).WaitingList
  },
  () => null,
)

/** Likewise; the line of its place has a text before. */
const NextReward = lazyComponent<NextRewardProps>(
  async () => {
    await new Promise<void>(whenIdle)
    return (await import('#app/features/home/NextReward.tsx')).NextReward
  },
  ({ instead }) => <span>{instead}</span>,
)

/** Home: a summary in blocks with a query each, or the first steps of a new person. */
export default function Main() {
  const session = useSession()
  const loyalties = useLoyalties()
  // The session's loyalties may be outdated: only the query says that there is none.
  const newcomer = loyalties.query.data !== undefined && loyalties.list.length === 0
  const code = currentLoyalty(loyalties.list)
  return (
    <AppScreen title={`Hola, ${session?.user.firstName ?? ''}`}>
      {newcomer ? <Welcome /> : <PointsPanel query={loyalties.query} code={code} />}
      <QuickActions loyaltyCode={code} />
      <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <DebtsSummary quiet={newcomer} />
          {newcomer && <FirstSteps />}
          {loyalties.list.length > 0 && <LastMovements loyaltyCode={code} />}
          <WaitingList withRequests={!newcomer} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <NearestStation />
          <UnreadNotifications quiet={newcomer} />
        </div>
      </div>
      <HomeInvitation />
    </AppScreen>
  )
}

/** What can be spent of the current loyalty, what is to know of its points, and the other loyalties. */
function PointsPanel({ query, code }: Pick<Loyalties, 'query' | 'code'>) {
  const now = useNow()
  return (
    <QueryView query={query} block="tus puntos" skeleton={<Skeleton shape="hero" />}>
      {({ loyalties }) => {
        const chosen = loyalties.find(({ loyaltyCode }) => loyaltyCode === code)
        const others = loyalties.filter(({ loyaltyCode }) => loyaltyCode !== code)
        if (!chosen) return null
        return (
          <StatPanel
            label={`Tus puntos en ${chosen.programmeName}`}
            figure={points(spendableOf(chosen))}
          >
            {pointsNotes(chosen, now).map((note) => (
              <p key={note} className="text-pretty">
                {note}
              </p>
            ))}
            <RouteLink
              to="/loyalty"
              search={{ loyaltyCode: code, tab: 'premios' }}
              className="flex min-h-11 items-center self-start text-sm font-medium text-on-deep underline underline-offset-4"
            >
              <NextReward
                key={code}
                loyaltyCode={code}
                spendable={spendableOf(chosen)}
                instead="Ver los premios"
              />
            </RouteLink>
            {others.length > 0 && (
              <ul className="flex flex-wrap gap-x-8 gap-y-1">
                {others.map((other) => (
                  <li key={other.loyaltyCode}>
                    <strong className="figures text-on-deep">{points(spendableOf(other))}</strong>{' '}
                    en {other.programmeName}
                  </li>
                ))}
              </ul>
            )}
          </StatPanel>
        )
      }}
    </QueryView>
  )
}

const ACTIONS = [
  { title: 'Pagar', to: '/payment', icon: CreditCard },
  { title: 'Escanear', to: '/readScann', icon: ScanLine },
  { title: 'Mis pagos', to: '/listPayment', icon: ReceiptText },
  { title: 'Movimientos', to: '/movements', icon: History, ofLoyalty: true },
  { title: 'Mi tarjeta', to: '/loyalty', icon: Contact, ofLoyalty: true },
  { title: 'Promociones', to: '/promotion', icon: Megaphone },
]

/** The screens that the menu does not list, one tap away from home. */
function QuickActions({ loyaltyCode }: { loyaltyCode: string }) {
  return (
    <nav aria-label="Atajos" className="@container">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(6.25rem,100%),1fr))] gap-2 sm:grid-cols-6">
        {ACTIONS.map(({ title, to, icon: Icon, ofLoyalty }) => (
          <li key={to}>
            <RouteLink
              to={to}
              search={ofLoyalty && loyaltyCode !== NO_LOYALTY ? { loyaltyCode } : {}}
              className="@max-[13rem]:flex-row @max-[13rem]:min-h-14 @max-[13rem]:justify-start @max-[13rem]:px-3 flex h-full min-h-24 flex-col items-center justify-center gap-1.5 rounded-card border border-line bg-surface px-1 py-3 text-center text-sm font-medium shadow-card transition hover:bg-sunken/50 active:scale-98"
            >
              <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-tint text-brand-text">
                <Icon aria-hidden="true" size={20} />
              </span>
              <span className="min-w-0 max-w-full wrap-anywhere">{title}</span>
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Shown instead of points to a person without a loyalty. */
function Welcome() {
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

const JOIN = (
  <Card>
    <p className="text-pretty">
      <strong>Afiliate a un programa.</strong> Elegís cuál, contás qué vehículo manejás y te
      avisamos apenas esté aprobado. Desde ese día, cada carga suma.
    </p>
    <ButtonLink to="/listLoyalty">Ver los programas</ButtonLink>
  </Card>
)

/** The next steps of a person without a loyalty: to request one, unless a request waits already. */
function FirstSteps() {
  const now = useNow()
  const requests = useCallQuery(membershipRequestList, {})
  const open = requests.data?.membershipRequests.filter(isOpen) ?? []
  return (
    <Section title="Por dónde empezar">
      {requests.isLoading ? (
        <Skeleton shape="card" />
      ) : open.length > 0 ? (
        <List label="Tu solicitud">{open.map((request) => requestRow(request, now))}</List>
      ) : (
        JOIN
      )}
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
