import '#kit/style/tokens.css'
import { createHashHistory } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createConsole } from '#console/Console.tsx'
import { createConsoleSession } from '#console/session.ts'
import { createApiClient } from '#kit/api/apiClient.ts'
import { storage } from '#kit/browser/storage.ts'
import { applyTheme, storedTheme } from '#kit/style/theme.ts'
import { warnOfFullStorage } from '#shared/shell/warnOfFullStorage.ts'

const session = createConsoleSession(storage('sessionStorage'), warnOfFullStorage)
const call = createApiClient({
  base: '/api/',
  clientProgram: 'console',
  platform: 'b',
  now: () => new Date(),
  random: Math.random,
  cookies: () => document.cookie,
  // Not the local storage: its reference lists belong to the app.
  referenceStorage: storage('sessionStorage'),
  caller: () => {
    const current = session.current()
    return { token: current?.userSessionToken ?? '', user: current?.email ?? '' }
  },
  onInvalidSession: session.expire,
  onSecondFactorDue: session.factorDue,
  onRenewedToken: session.renew,
})

applyTheme(storedTheme())
createRoot(document.getElementById('root') as HTMLElement).render(
  createConsole({ session, call }, createHashHistory()).tree,
)
