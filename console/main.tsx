import '#kit/style/tokens.css'
import { createHashHistory } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createSessionStore } from '#console/session.ts'
import { createConsole } from '#console/Console.tsx'
import { createApiClient } from '#kit/api/apiClient.ts'
import { storage } from '#kit/browser/storage.ts'
import { storedTheme, applyTheme } from '#kit/style/theme.ts'

const session = createSessionStore(storage('sessionStorage'))
const call = createApiClient({
  base: '/api/',
  platform: 'b',
  now: () => new Date(),
  random: Math.random,
  cookies: () => document.cookie,
  // The app's reference lists, which it keeps in the lasting storage, are none of the console's.
  shelf: storage('sessionStorage'),
  caller: () => {
    const held = session.current()
    return { token: held?.token ?? '', user: held?.email ?? '' }
  },
  sessionOver: session.expire,
})

applyTheme(storedTheme())
createRoot(document.getElementById('root') as HTMLElement).render(
  createConsole({ session, call }, createHashHistory()).tree,
)
