import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type HistoryState,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
  useLocation,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import type { App } from '#app/context.ts'
import { GUARDED_PAGES, type GuardedPage, guard, landing, type OpenPage } from '#app/routeGuard.ts'
import { periodFromSearch, type Search } from '#app/parts/movements/listSearchParams.ts'
import { ErrorPage } from '#app/parts/shell/ErrorPage.tsx'
import { storedReturn, receivePaymentReturn } from '#app/parts/payments/paymentReturn.ts'
import { DEBTS_BY_CARD } from '#app/parts/payments/debtsRequest.ts'
import { movementsRequest, statementRequest } from '#app/parts/movements/movementsRequest.ts'
import Login from '#app/screens/login.tsx'
import { selectedLoyalty } from '#app/parts/movements/selectedLoyalty.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { notifications } from '#contract/user/notifications.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { type CallQueryClient, prefetch } from '#kit/api/callQueries.ts'
import { prefetchPages } from '#kit/api/useInfiniteCall.ts'

/**
 * Every address of the app. A screen is a file `screens/<route>.tsx` with a default export without
 * props, drawn inside `parts/Screen.tsx`. Its line below names its file and, in `first`, what it
 * asks first (`questions.ts`), so that the questions leave beside the chunk and not after it.
 * `first` starts questions and never waits for them.
 */
interface Shown {
  screen: () => Promise<{ default: FunctionComponent }>
  first?: (app: RouterContext, search: Search, state: HistoryState) => void
}

/** What the routes work with: what main.tsx opened, and the answers had so far. */
export interface RouterContext extends App {
  answers: CallQueryClient
}

const notYet: Shown = { screen: () => import('#app/screens/comingSoon.tsx') }

// One screen, in the menu and beside login.
const faq: Shown = { screen: () => import('#app/screens/faq.tsx') }

const payment: Shown = {
  screen: () => import('#app/screens/payment.tsx'),
  first: ({ answers, clock }, _search, { geopayResponse }) => {
    // Who comes back from the gateway is shown one payment, and neither list.
    if (geopayResponse !== undefined) return
    prefetch(answers, getDebts, DEBTS_BY_CARD)
    prefetch(answers, getPayments, toRange(lastDays(clock.now())))
  },
}

const GUARDED: Record<GuardedPage, Shown> = {
  '/main': {
    screen: () => import('#app/screens/main.tsx'),
    first: ({ answers, session, storage, clock }) => {
      prefetch(answers, loyalties, {})
      prefetch(answers, getDebts, DEBTS_BY_CARD)
      const loyalty = selectedLoyalty(session.current(), storage)
      prefetchPages(answers, movements, movementsRequest(loyalty, lastDays(clock.now())))
      prefetch(answers, notifications, {})
      prefetch(answers, branches, {})
    },
  },
  '/listLoyaltyMovements': {
    screen: () => import('#app/screens/listLoyaltyMovements.tsx'),
    first: ({ answers, session, storage, clock }, search) => {
      const loyalty = selectedLoyalty(session.current(), storage)
      const period = periodFromSearch(search, clock.now())
      prefetch(answers, loyalties, {})
      prefetchPages(answers, accountStatus, statementRequest(loyalty, period))
      prefetchPages(answers, movements, movementsRequest(loyalty, period))
    },
  },
  '/movements': {
    screen: () => import('#app/screens/movements.tsx'),
    first: ({ answers, session, storage, clock }, search) => {
      const loyalty = selectedLoyalty(session.current(), storage)
      prefetch(answers, loyalties, {})
      prefetchPages(
        answers,
        movements,
        movementsRequest(loyalty, periodFromSearch(search, clock.now()), search.branchCode),
      )
      prefetch(answers, branches, {})
    },
  },
  '/payment': payment,
  // One screen at three addresses: the role table's name of `readScann` is `paymentScann`.
  '/readScann': payment,
  '/paymentScann': payment,
  '/listPayment': {
    screen: () => import('#app/screens/listPayment.tsx'),
    first: ({ answers, clock }, search) =>
      prefetch(answers, getPayments, toRange(periodFromSearch(search, clock.now()))),
  },
  '/listDrivers': notYet,
  '/map': notYet,
  '/notification': notYet,
  '/promotion': notYet,
  '/editUser': notYet,
  '/loyalty': notYet,
  '/listLoyalty': notYet,
  '/commnents': notYet,
  '/faqAuth': faq,
}

/** Where a person goes from home. */
const NEXT = ['/payment', '/movements', '/listLoyaltyMovements', '/listPayment'] as const

/** Brings the next screens, one after another: a call finds a free connection whenever it wants one. */
export async function fetchNext(): Promise<void> {
  for (const path of NEXT) await GUARDED[path].screen()
}

const notYetOpen: Shown = { screen: () => import('#app/screens/comingSoonPublic.tsx') }

const OPEN: Record<Exclude<OpenPage, '/login'>, Shown> = {
  '/resetPwdWeb': { screen: () => import('#app/screens/resetPwdWeb.tsx') },
  '/register': { screen: () => import('#app/screens/register.tsx') },
  '/resetPassword': { screen: () => import('#app/screens/resetPassword.tsx') },
  '/confirmAddUser': { screen: () => import('#app/screens/confirmAddUser.tsx') },
  '/confirmResetPassword': { screen: () => import('#app/screens/confirmResetPassword.tsx') },
  '/home': notYetOpen,
  '/termandCondition': { screen: () => import('#app/screens/termandCondition.tsx') },
  '/faq': faq,
}

const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyRouteComponent(() => import('#app/screens/notFound.tsx')),
})

const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  beforeLoad({ context, location }) {
    // Before the guard: the message leaves the address also when nobody is signed in.
    if (location.pathname === '/payment') receivePaymentReturn(location)
    const verdict = guard(context.session.current()?.user.roles ?? null, location.href)
    if (verdict.kind === 'login')
      throw redirect({
        to: '/login',
        search: { returnUrl: verdict.returnUrl },
        replace: true,
        state: storedReturn(location.state),
      })
    if (verdict.kind === 'instead') throw redirect({ to: verdict.page, replace: true })
    // Nothing below may load: for these people the app ends here.
    if (verdict.kind === 'console') throw notFound()
  },
  notFoundComponent: lazyRouteComponent(() => import('#app/screens/consoleOnly.tsx')),
})

const guardedRoutes = GUARDED_PAGES.map((path) => {
  const { screen, first } = GUARDED[path]
  return createRoute({
    getParentRoute: () => guarded,
    path,
    component: lazyRouteComponent(screen),
    loader: ({ context, location }) => first?.(context, location.search as Search, location.state),
  })
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: LoginHere,
  beforeLoad({ context, location }) {
    const session = context.session.current()
    if (!session) return
    const { returnUrl } = location.search as { returnUrl?: string }
    throw redirect({
      href: landing(session.user.roles, returnUrl),
      replace: true,
      state: storedReturn(location.state),
    })
  },
})

/** Login after another screen, which may have told it who comes and why. */
function LoginHere() {
  const { email, news } = useLocation({ select: ({ state }) => state })
  return <Login email={email} news={news} />
}

const openRoutes = OPEN_PAGES.filter((path) => path !== '/login').map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(OPEN[path].screen),
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
  ...openRoutes,
  guarded.addChildren(guardedRoutes),
])

/** The router of one app, over the browser's hash or any other history. */
export function createAppRouter(app: RouterContext, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: app,
    defaultPreload: 'intent',
    // The cache of answers decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    // Plain texts: an address written by our server or by hand reads the same.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const query = new URLSearchParams(search as Record<string, string>).toString()
      return query && `?${query}`
    },
  })
}
export type AppRouter = ReturnType<typeof createAppRouter>
