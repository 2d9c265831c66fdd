import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import type { ConsoleServices } from '#console/context.ts'
import { guard, landing } from '#console/routeGuard.ts'
import { PAGE_FIELDS } from '#console/pageFields.ts'
import { CONSOLE_PAGES, type ConsolePage } from '#console/pages.ts'
import { ErrorPage } from '#console/parts/ErrorPage.tsx'
import Login from '#console/screens/login.tsx'
import { contactMessages } from '#contract/operator/contactMessages.ts'
import { gatewayReport } from '#contract/operator/gatewayReport.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'
import { prefetchPages } from '#kit/api/useInfiniteCall.ts'

/**
 * Every address of the console, behind its hash. A screen is a file `screens/<route>.tsx` with a
 * default export without props, drawn inside `parts/Screen.tsx`; `first` starts, beside the
 * screen's chunk, what it asks first.
 */
interface Shown {
  screen: () => Promise<{ default: FunctionComponent }>
  first?: (answers: CallQueryClient) => void
}

/** What the routes work with: what main.tsx opened, and the answers had so far. */
export interface RouterContext extends ConsoleServices {
  answers: CallQueryClient
}

const GUARDED: Record<ConsolePage, Shown> = {
  '/requests': { screen: () => import('#console/screens/requests.tsx') },
  '/messages': {
    screen: () => import('#console/screens/messages.tsx'),
    first: (answers) => prefetchPages(answers, contactMessages, PAGE_FIELDS.contactMessages),
  },
  '/comparison': {
    screen: () => import('#console/screens/reconciliation.tsx'),
    first: (answers) => prefetchPages(answers, gatewayReport, PAGE_FIELDS.gatewayReport),
  },
}

const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyRouteComponent(() => import('#console/screens/notFound.tsx')),
})

const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  beforeLoad({ context, location }) {
    const verdict = guard(context.session.current(), location.href)
    if (verdict.kind === 'login')
      throw redirect({ to: '/login', search: { returnUrl: verdict.returnUrl }, replace: true })
    if (verdict.kind === 'secondFactor') throw redirect({ to: '/secondFactor', replace: true })
    if (verdict.kind === 'instead') throw redirect({ to: verdict.page, replace: true })
    // Nothing below may load: for these people the console ends here.
    if (verdict.kind === 'app') throw notFound()
  },
  notFoundComponent: lazyRouteComponent(() => import('#console/screens/appOnly.tsx')),
})

const guardedRoutes = CONSOLE_PAGES.map((path) => {
  const { screen, first } = GUARDED[path]
  return createRoute({
    getParentRoute: () => guarded,
    path,
    component: lazyRouteComponent(screen),
    loader: ({ context }) => first?.(context.answers),
  })
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: Login,
  beforeLoad({ context, location }) {
    if (!context.session.current()) return
    const { returnUrl } = location.search as { returnUrl?: string }
    throw redirect({ href: landing(returnUrl), replace: true })
  },
})

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/secondFactor',
  component: lazyRouteComponent(() => import('#console/screens/secondFactor.tsx')),
  beforeLoad({ context }) {
    // Only for who has none to show; everybody else goes where the guard says.
    if (guard(context.session.current(), '/requests').kind !== 'secondFactor')
      throw redirect({ to: '/requests', replace: true })
  },
})

const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/requests', replace: true })
  },
})

const routeTree = root.addChildren([empty, login, secondFactor, guarded.addChildren(guardedRoutes)])

/** The router of the console, over the browser's hash or any other history. */
export function createConsoleRouter(whole: RouterContext, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: whole,
    defaultPreload: 'intent',
    // The cache of answers decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const query = new URLSearchParams(search as Record<string, string>).toString()
      return query && `?${query}`
    },
  })
}
export type ConsoleRouter = ReturnType<typeof createConsoleRouter>
