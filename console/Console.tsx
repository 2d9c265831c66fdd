import { QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { ConsoleContext, type ConsoleProgram } from '#console/context.ts'
import { createConsoleRouter, loadObjectPage } from '#console/routes.tsx'
import { CallQueryClient } from '#kit/api/callQueries.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { IdleToaster } from '#kit/feedback/IdleToaster.tsx'
import { PanelContext } from '#kit/layout/AuthLayout.tsx'
import { LoadingSpinner } from '#shared/shell/LoadingSpinner.tsx'
import { redirectOnSessionChange } from '#shared/shell/redirectOnSessionChange.ts'

const PANEL = {
  motto: 'La red, en orden.',
  sentences: [
    'Cada rol ve lo suyo, y decide lo que le toca.',
    'Toda decisión queda anotada, con quién y cuándo.',
    'Lo que da puntos o cambia un rol lo confirma otra persona.',
  ],
}

/** Milliseconds in which a screen takes what its route has fetched for it. */
const JUST_FETCHED_MS = 1_000

export function createConsole(program: ConsoleProgram, history: RouterHistory) {
  // Several operators work at the same time: each screen refetches when it opens and shows the cached data meanwhile.
  const client = new CallQueryClient(program.call, JUST_FETCHED_MS)
  const router = createConsoleRouter({ ...program, client }, history)
  const stop = router.subscribe('onRendered', () => {
    stop()
    whenIdle(() => loadObjectPage().catch(console.warn))
  })
  redirectOnSessionChange({
    session: program.session,
    client,
    router,
    guardedBy: ({ secondFactor }) => secondFactor,
  })
  // The first screen's call and chunk are on their way while React starts.
  router.load().catch(console.error)
  const tree = (
    <QueryClientProvider client={client}>
      <ConsoleContext value={program}>
        <PanelContext value={PANEL}>
          <RouterProvider router={router} />
        </PanelContext>
        <LoadingSpinner router={router} />
        <IdleToaster router={router} session={program.session} />
      </ConsoleContext>
    </QueryClientProvider>
  )
  return { router, client, tree }
}
