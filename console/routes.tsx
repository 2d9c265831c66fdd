import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { ConsoleProgram } from '#console/context.ts'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { kindIn, listRequest, objectRequest } from '#console/objectRequests.ts'
import { CONSOLE_PAGES, type ConsolePage, PAGES } from '#console/pages.ts'
import { guard, pageAfterLogin } from '#console/routeGuard.ts'
import Login from '#console/screens/login.tsx'
import ObjectList from '#console/screens/objectList.tsx'
import { KIND_NAMES, kindOf } from '#contract/console/objectKinds.ts'
import { home } from '#contract/operator/home.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { type CallQueryClient, prefetch } from '#kit/api/callQueries.ts'
import { ErrorPage } from '#shared/shell/ErrorPage.tsx'
import { type LoadScreen, lazyScreen } from '#shared/shell/loadScreenChunk.ts'
import { ROUTER_OPTIONS } from '#shared/shell/routerOptions.ts'

export const loadObjectPage: LoadScreen = () => import('#console/screens/objectPage.tsx')
const GUARDED: Partial<Record<ConsolePage, LoadScreen>> = {
  '/home': () => import('#console/screens/home.tsx'),
  '/requests': () => import('#console/screens/requests.tsx'),
  '/reports': () => import('#console/screens/report.tsx'),
  '/account': () => import('#console/screens/account.tsx'),
}

interface RouterContext extends ConsoleProgram {
  client: CallQueryClient
}

const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyScreen(() => import('#console/screens/notFound.tsx')),
})

const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  beforeLoad({ context, location }) {
    const result = guard(context.session.current(), location.href)
    if (result.kind === 'login')
      throw redirect({ to: '/login', search: { returnUrl: result.returnUrl }, replace: true })
    if (result.kind === 'secondFactor')
      throw redirect({
        to: '/secondFactor',
        search: { returnUrl: location.href },
        replace: true,
      })
    if (result.kind === 'redirect') throw redirect({ to: result.page, replace: true })
    // Opens appOnly.tsx without loading the guarded routes.
    if (result.kind === 'app') throw notFound()
  },
  notFoundComponent: lazyScreen(() => import('#console/screens/appOnly.tsx')),
})

const guardedRoutes = CONSOLE_PAGES.map((path) =>
  createRoute({
    getParentRoute: () => guarded,
    path,
    component: GUARDED[path] ? lazyScreen(GUARDED[path]) : ObjectList,
    staticData: { title: PAGES[path].title, Layout: ConsoleScreen },
    // The request is on its way while the chunk of the screen loads.
    loader({ context: { client }, location }) {
      const kind = kindIn(path)
      const search = location.search as Record<string, string>
      if (kind) prefetch(client, objects, listRequest(kind, search))
      else if (path === '/home') prefetch(client, home, {})
    },
  }),
)

const objectRoutes = KIND_NAMES.map((name) =>
  createRoute({
    getParentRoute: () => guarded,
    path: `${kindOf(name).path}/$id`,
    component: lazyScreen(loadObjectPage),
    staticData: { title: kindOf(name).title, Layout: ConsoleScreen },
    loader: ({ context: { client }, params: { id }, location }) =>
      prefetch(client, object, objectRequest(name, id, (location.search as { tab?: string }).tab)),
  }),
)

const PUBLIC: Record<string, LoadScreen> = {
  '/resetPassword': () => import('#console/screens/resetPassword.tsx'),
  '/confirmResetPassword': () => import('#console/screens/confirmResetPassword.tsx'),
}

const publicRoutes = Object.entries(PUBLIC).map(([path, screen]) =>
  createRoute({ getParentRoute: () => root, path, component: lazyScreen(screen) }),
)

function redirectAfterLogin(search: object) {
  const { returnUrl } = search as { returnUrl?: string }
  return redirect({ href: pageAfterLogin(returnUrl), replace: true })
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: Login,
  beforeLoad({ context, location }) {
    if (context.session.current()) throw redirectAfterLogin(location.search)
  },
})

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/secondFactor',
  component: lazyScreen(() => import('#console/screens/secondFactor.tsx')),
  beforeLoad({ context, location }) {
    // Only for a session that has not shown its second factor; for the others the guard decides.
    if (guard(context.session.current(), '/home').kind !== 'secondFactor')
      throw redirectAfterLogin(location.search)
  },
})

const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/home', replace: true })
  },
})

const routeTree = root.addChildren([
  empty,
  login,
  ...publicRoutes,
  secondFactor,
  guarded.addChildren([...guardedRoutes, ...objectRoutes]),
])

/** @param history the browser's hash, or memory in tests */
export function createConsoleRouter(context: RouterContext, history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context,
    ...ROUTER_OPTIONS,
    defaultErrorComponent: ErrorPage,
  })
}
