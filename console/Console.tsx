import { QueryClientProvider, useIsFetching } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider, useRouterState } from '@tanstack/react-router'
import { type ConsoleServices, ConsoleContext } from '#console/context.ts'
import { type ConsoleRouter, createConsoleRouter } from '#console/routes.tsx'
import { Spinner } from '#kit/feedback/Spinner.tsx'
import { Toaster } from '#kit/feedback/Toast.tsx'
import { CallQueryClient, isFirstLoad } from '#kit/api/callQueries.ts'

/** The console over a history: its routes, its answers, and what stands over every screen. */
export function createConsole(desk: ConsoleServices, history: RouterHistory) {
  // Others decide at the same time: what is opened is asked for anew, and shown meanwhile.
  const answers = new CallQueryClient(desk.call, 0)
  const router = createConsoleRouter({ ...desk, answers }, history)
  followSession(desk, answers, router)
  const tree = (
    <QueryClientProvider client={answers}>
      <ConsoleContext value={desk}>
        <RouterProvider router={router} />
        <Waiting router={router} />
        <Toaster />
      </ConsoleContext>
    </QueryClientProvider>
  )
  return { router, answers, tree }
}

/**
 * Leads to where a change of session belongs: the guard sends in who came in, and to login (and
 * back) whose session expired; who left goes to a plain login. Answers never stay for the next.
 */
function followSession(
  { session }: ConsoleServices,
  answers: CallQueryClient,
  router: ConsoleRouter,
): void {
  session.subscribe(() => {
    const left = !session.current() && !session.expired()
    const led = left ? router.navigate({ to: '/login' }) : router.invalidate()
    if (!session.current()) void led.then(() => answers.clear())
  })
}

/** The console's only spinner: a screen is on its way, or its first answer. */
function Waiting({ router }: { router: ConsoleRouter }) {
  const loading = useRouterState({ router, select: ({ isLoading }) => isLoading })
  const asking = useIsFetching({ predicate: isFirstLoad })
  return <Spinner waiting={loading || asking > 0} />
}
