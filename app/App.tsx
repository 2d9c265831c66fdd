import { QueryClientProvider, useIsFetching } from '@tanstack/react-query'
import { createHashHistory, RouterProvider, useRouterState } from '@tanstack/react-router'
import { type FunctionComponent, useEffect, useState } from 'react'
import { type App, AppContext, useApp } from '#app/context.ts'
import { whenIdle } from '#app/device/idle.ts'
import { redirectOnSessionChange } from '#app/session/redirectOnSessionChange.ts'
import { type AppRouter, fetchNext, createAppRouter } from '#app/routes.tsx'
import { Spinner } from '#kit/feedback/Spinner.tsx'
import { CallQueryClient, isFirstLoad } from '#kit/api/callQueries.ts'

/** The app beyond its first page: routes, answers and everything they bring. A chunk of its own. */
export function createApp(app: App) {
  const answers = new CallQueryClient(app.call)
  const router = createAppRouter({ ...app, answers }, createHashHistory())
  redirectOnSessionChange({ ...app, answers }, router)
  const tree = (
    <QueryClientProvider client={answers}>
      <AppContext value={app}>
        <RouterProvider router={router} />
        <Waiting router={router} />
        <Later />
      </AppContext>
    </QueryClientProvider>
  )
  return { router, tree }
}

/** The app's only spinner: a screen is on its way, or its first answer. */
function Waiting({ router }: { router: AppRouter }) {
  useEffect(() => {
    // The router listens only from here on: the address may have moved while login was still shown.
    if (router.history.location.href !== router.state.location.href) void router.load()
  }, [router])
  const loading = useRouterState({ router, select: ({ isLoading }) => isLoading })
  const asking = useIsFetching({ predicate: isFirstLoad })
  return <Spinner waiting={loading || asking > 0} />
}

/** What no screen needs to be drawn, brought when there is nothing better to do: toasts, dialogs, and the next screens. */
function Later() {
  const { session } = useApp()
  const [Toaster, setToaster] = useState<FunctionComponent | null>(null)
  useEffect(() => {
    whenIdle(() => {
      import('#kit/feedback/Toast.tsx').then(
        ({ Toaster }) => setToaster(() => Toaster),
        console.warn,
      )
      import('#kit/feedback/ConfirmDialog.tsx').catch(console.warn)
      if (session.current()) fetchNext().catch(console.warn)
    })
  }, [session])
  return Toaster && <Toaster />
}
