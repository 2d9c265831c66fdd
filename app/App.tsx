import { onlineManager, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createHashHistory, RouterProvider } from '@tanstack/react-router'
import { type FunctionComponent, useEffect, useState } from 'react'
import { type App, AppContext, useApp } from '#app/context.ts'
import { MESSAGE } from '#app/features/comments/pendingMessage.ts'
import { refreshPayments } from '#app/features/payments/refreshPayments.ts'
import { cacheBranches, retainBranches } from '#app/features/stations/branchCache.ts'
import { PendingSender } from '#app/offline/pendingCall.ts'
import { ODOMETER } from '#app/offline/pendingOdometer.ts'
import { storeAnswers } from '#app/offline/storeAnswers.ts'
import { type AppRouter, createAppRouter, loadNextScreens } from '#app/routes.tsx'
import { canAccess } from '#contract/pageAccess.ts'
import { notifications } from '#contract/user/notifications.ts'
import { CallQueryClient, prefetch } from '#kit/api/callQueries.ts'
import { ClockContext } from '#kit/browser/ClockContext.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { IdleToaster } from '#kit/feedback/IdleToaster.tsx'
import { LoadingSpinner } from '#shared/shell/LoadingSpinner.tsx'
import { redirectOnSessionChange } from '#shared/shell/redirectOnSessionChange.ts'
import { PENDING_MS } from '#shared/shell/routerOptions.ts'

/** Milliseconds without a navigation after which the first screens have been drawn. */
const IDLE_MS = 5_000

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Lets the worker store the files of all screens when no chunk is loading and no call is without an answer. */
async function installWhenIdle(router: AppRouter, client: CallQueryClient): Promise<void> {
  let address = ''
  while (address !== router.state.location.href || router.state.isLoading || client.isFetching()) {
    address = router.state.location.href
    await wait(IDLE_MS)
  }
  const { allowInstallation } = await import('#app/features/update/appUpdate.ts')
  allowInstallation()
}

/**
 * The app beyond login: routes, queries and their providers. A chunk of its own.
 * @returns `load` loads the current address, and waits no longer than until its skeleton is due;
 *   `firstPaint` resolves when the first screen is painted and the browser idle; stored answers are refetched then
 */
export function createApp(app: App) {
  const client = new CallQueryClient(cacheBranches(app.call))
  retainBranches(client)
  refreshPayments(client)
  storeAnswers(client, app, whenIdle)
  // TanStack's manager only hears of changes: a page that is opened offline would send its queries.
  onlineManager.setOnline(navigator.onLine)
  const router = createAppRouter({ ...app, client }, createHashHistory())
  const firstPaint = new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      whenIdle(() => {
        client.beforeRefetch = undefined
        resolve()
      })
    })
  })
  // Each in an idle period of its own: all at once they would delay the answer to a first tap.
  client.beforeRefetch = () => firstPaint.then(() => new Promise(whenIdle))
  redirectOnSessionChange({
    session: app.session,
    client,
    router,
    guardedBy: ({ secondFactor }) => secondFactor,
  })
  const tree = (
    <QueryClientProvider client={client}>
      <AppContext value={app}>
        <ClockContext value={app.clock.now}>
          <RouterProvider router={router} />
          <LoadingSpinner router={router} />
          <SyncAddress router={router} />
          <PendingSender kind={MESSAGE} />
          <PendingSender kind={ODOMETER} />
          <IdleToaster router={router} session={app.session} />
          <Deferred />
        </ClockContext>
      </AppContext>
    </QueryClientProvider>
  )
  firstPaint.then(() => installWhenIdle(router, client)).catch(console.warn)
  const load = () => Promise.race([router.load(), wait(PENDING_MS)])
  return { load, tree, firstPaint }
}

/** Loads the current address when it changed while login was still drawn: the router did not listen yet. */
function SyncAddress({ router }: { router: AppRouter }) {
  useEffect(() => {
    if (router.history.location.href !== router.state.location.href) void router.load()
  }, [router])
  return null
}

/** Loads in idle time what no screen needs to be drawn: the offer of an update, dialogs and the next screens. */
function Deferred() {
  const { session } = useApp()
  const client = useQueryClient() as CallQueryClient
  const [{ UpdateOffer: Offer }, setModule] = useState<{ UpdateOffer?: FunctionComponent }>({})
  useEffect(() => {
    whenIdle(() => {
      import('#app/features/update/UpdateOffer.tsx').then(setModule, console.warn)
      import('#kit/feedback/ConfirmDialog.tsx').catch(console.warn)
      import('#kit/feedback/Sheet.tsx').catch(console.warn)
      import('#app/features/push/registerDeviceWithSession.ts').then(
        ({ followSession }) => followSession({ session, call: client.call }),
        console.warn,
      )
      const roles = session.current()?.user.roles
      if (!roles) return
      loadNextScreens().catch(console.warn)
      // For the count beside the menu entry; most screens have no list of notifications.
      if (canAccess(roles, '/notification')) prefetch(client, notifications, {})
    })
  }, [session, client])
  return Offer && <Offer />
}
