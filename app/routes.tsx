import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type HistoryState,
  notFound,
  type RouterHistory,
  redirect,
  useLocation,
} from '@tanstack/react-router'
import type { App } from '#app/context.ts'
import { currentLoyalty, selectedLoyalty } from '#app/features/loyalty/selectedLoyalty.ts'
import { periodFromSearch, type Search } from '#app/features/movements/periodParams.ts'
import { receivePaymentReturn, storedReturn } from '#app/features/payments/gatewayReturn.ts'
import { SECTIONS, sectionOf } from '#app/features/profile/profileSections.ts'
import { RequireSecondFactor } from '#app/features/secondFactor/RequireSecondFactor.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import {
  DEBTS_BY_CARD,
  movementsRequest,
  PROMOTIONS,
  SENT_MESSAGES,
  statementRequest,
} from '#app/requests.ts'
import {
  GUARDED_PAGES,
  type GuardedPage,
  guard,
  type OpenPage,
  routeAfterLogin,
} from '#app/routeGuard.ts'
import { ROUTE_TITLES } from '#app/routeTitles.ts'
import Login from '#app/screens/login.tsx'
import { fullSession } from '#app/session/session.ts'
import type { CallContract } from '#contract/call.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { mapTiles } from '#contract/info/mapTiles.ts'
import { promotions } from '#contract/info/promotions.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { notifications } from '#contract/user/notifications.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { userData } from '#contract/user/userData.ts'
import { type CallQueryClient, prefetch } from '#kit/api/callQueries.ts'
import { prefetchPages } from '#kit/api/useInfiniteCall.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { ErrorPage } from '#shared/shell/ErrorPage.tsx'
import { type LoadScreen, lazyScreen } from '#shared/shell/loadScreenChunk.ts'
import { ROUTER_OPTIONS } from '#shared/shell/routerOptions.ts'

/** A route of the app. `prefetch` starts the queries of its screen while the chunk is loading, and does not wait for them. */
interface RouteEntry {
  screen: LoadScreen
  prefetch?: (app: RouterContext, search: Search, state: HistoryState) => void
}

interface RouterContext extends App {
  client: CallQueryClient
}

const queries =
  (...contracts: CallContract[]) =>
  ({ client }: RouterContext) => {
    for (const contract of contracts) prefetch(client, contract, {})
  }

/** The movements of the address: its loyalty or the selected one, its period and station. */
function prefetchMovements({ client, session, storage, clock }: RouterContext, search: Search) {
  const loyalty = selectedLoyalty(session.current()?.user.loyalties, storage, search.loyaltyCode)
  const period = periodFromSearch(search, clock.now())
  prefetch(client, loyalties, {})
  prefetchPages(client, movements, movementsRequest(loyalty, period, search.branchCode))
  return { loyalty, period }
}

// One screen at two routes: in the menu with a session, linked from login without one.
const faq: RouteEntry = { screen: () => import('#app/screens/faq.tsx') }
const resetPwdWeb: RouteEntry = { screen: () => import('#app/screens/resetPwdWeb.tsx') }
// One screen at two addresses: the role table calls the route `readScann` by the name `paymentScann`.
const readScann: RouteEntry = { screen: () => import('#app/screens/readScann.tsx') }

const GUARDED: Record<GuardedPage, RouteEntry> = {
  '/main': {
    screen: () => import('#app/screens/main.tsx'),
    prefetch: (app) => {
      const current = currentLoyalty(app.session.current()?.user.loyalties)
      prefetchMovements(app, { loyaltyCode: current })
      prefetch(app.client, getDebts, DEBTS_BY_CARD)
      prefetch(app.client, notifications, {})
      // Drawn only when the person asks for the nearest station.
      whenIdle(() => prefetch(app.client, branches, {}))
    },
  },
  '/listLoyaltyMovements': {
    screen: () => import('#app/screens/listLoyaltyMovements.tsx'),
    prefetch: (app, search) => {
      const { loyalty, period } = prefetchMovements(app, { ...search, branchCode: '' })
      prefetchPages(app.client, accountStatus, statementRequest(loyalty, period))
    },
  },
  '/movements': {
    screen: () => import('#app/screens/movements.tsx'),
    prefetch: (app, search) => {
      prefetchMovements(app, search)
      prefetch(app.client, branches, {})
    },
  },
  '/payment': {
    screen: () => import('#app/screens/payment.tsx'),
    prefetch: ({ client, clock }, _search, { geopayResponse }) => {
      // The return from the gateway shows one payment, without debts and payments.
      if (geopayResponse !== undefined) return
      prefetch(client, getDebts, DEBTS_BY_CARD)
      prefetch(client, getPayments, toRange(lastDays(clock.now())))
    },
  },
  '/readScann': readScann,
  '/paymentScann': readScann,
  '/listPayment': {
    screen: () => import('#app/screens/listPayment.tsx'),
    prefetch: ({ client, clock }, search) =>
      prefetch(client, getPayments, toRange(periodFromSearch(search, clock.now()))),
  },
  '/listDrivers': {
    screen: () => import('#app/screens/listDrivers.tsx'),
    prefetch: queries(userData),
  },
  '/map': { screen: () => import('#app/screens/map.tsx'), prefetch: queries(branches, mapTiles) },
  '/notification': {
    screen: () => import('#app/screens/notification.tsx'),
    prefetch: queries(notifications),
  },
  '/promotion': {
    screen: () => import('#app/screens/promotion.tsx'),
    prefetch: ({ client }) => {
      prefetch(client, promotions, {})
      prefetch(client, notifications, PROMOTIONS)
    },
  },
  '/editUser': {
    screen: () => import('#app/screens/editUser.tsx'),
    prefetch: (app, search) => {
      const section = sectionOf(search)
      const query = section && SECTIONS[section].query
      if (query) prefetch(app.client, query, {})
    },
  },
  '/commnents': {
    screen: () => import('#app/screens/commnents.tsx'),
    prefetch: ({ client }) => prefetchPages(client, sentMessages, SENT_MESSAGES),
  },
  '/loyalty': { screen: () => import('#app/screens/loyalty.tsx'), prefetch: queries(loyalties) },
  '/listLoyalty': {
    screen: () => import('#app/screens/listLoyalty.tsx'),
    prefetch: queries(loyalties, membershipRequestList),
  },
  '/faqAuth': faq,
}

/** Not the map: to run its library would delay a tap. The service worker fetches it. */
const LINKED_FROM_HOME = [
  '/payment',
  '/movements',
  '/listLoyaltyMovements',
  '/listPayment',
] as const

/**
 * Loads the chunks of the next screens one after another, so that a call always finds a free
 * connection.
 */
export async function loadNextScreens(): Promise<void> {
  for (const path of LINKED_FROM_HOME) await GUARDED[path].screen()
}

const PUBLIC: Record<Exclude<OpenPage, '/login'>, RouteEntry> = {
  '/resetPwdWeb': resetPwdWeb,
  '/register': { screen: () => import('#app/screens/register.tsx') },
  '/resetPassword': { screen: () => import('#app/screens/resetPassword.tsx') },
  '/confirmAddUser': { screen: () => import('#app/screens/confirmAddUser.tsx') },
  '/confirmResetPassword': resetPwdWeb,
  '/home': { screen: () => import('#app/screens/home.tsx') },
  '/termandCondition': { screen: () => import('#app/screens/termandCondition.tsx') },
  '/faq': faq,
}

const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyScreen(() => import('#app/screens/notFound.tsx')),
})

const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  beforeLoad({ context, location }) {
    // Before the guard: the gateway's message is removed from the address also without a session.
    if (location.pathname === '/payment') receivePaymentReturn(location)
    const session = fullSession(context.session.current())
    const result = guard(session?.user.roles ?? null, location.href)
    if (result.kind === 'login')
      throw redirect({
        to: '/login',
        search: { returnUrl: result.returnUrl },
        replace: true,
        state: storedReturn(location.state),
      })
    if (result.kind === 'redirect') throw redirect({ to: result.page, replace: true })
    // Opens consoleOnly.tsx without loading the guarded routes.
    if (result.kind === 'console') throw notFound()
  },
  notFoundComponent: lazyScreen(() => import('#app/screens/consoleOnly.tsx')),
})

const guardedRoutes = GUARDED_PAGES.map((path) => {
  const { screen, prefetch } = GUARDED[path]
  return createRoute({
    getParentRoute: () => guarded,
    path,
    component: lazyScreen(screen),
    staticData: { title: ROUTE_TITLES[path], Layout: AppScreen },
    loader: ({ context, location }) =>
      prefetch?.(context, location.search as Search, location.state),
  })
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: LoginRoute,
  beforeLoad({ context, location }) {
    const session = fullSession(context.session.current())
    if (!session) return
    const { returnUrl } = location.search as { returnUrl?: string }
    throw redirect({
      href: routeAfterLogin(session.user.roles, returnUrl),
      replace: true,
      state: storedReturn(location.state),
    })
  },
})

/** Login as a route: the screen before it may pass an e-mail and a message. */
function LoginRoute() {
  const { email, message } = useLocation({ select: ({ state }) => state })
  return (
    <RequireSecondFactor>
      <Login email={email} message={message} />
    </RequireSecondFactor>
  )
}

const publicRoutes = OPEN_PAGES.filter((path) => path !== '/login').map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyScreen(PUBLIC[path].screen),
  }),
)

const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/main', replace: true })
  },
})

const routeTree = root.addChildren([
  empty,
  login,
  ...publicRoutes,
  guarded.addChildren(guardedRoutes),
])

/** @param history the browser's hash, or memory in tests */
export function createAppRouter(app: RouterContext, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: app,
    ...ROUTER_OPTIONS,
    defaultErrorComponent: ({ error }) => (
      <ErrorPage error={error}>
        <a href="#/main" className="min-h-11 font-semibold text-brand-text underline">
          Ir al inicio
        </a>
      </ErrorPage>
    ),
  })
}
export type AppRouter = ReturnType<typeof createAppRouter>
