import '#kit/style/tokens.css'
import { createHashHistory } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { keepSession } from '#console/session.ts'
import { openWhole } from '#console/Console.tsx'
import { openCalls } from '#kit/api/apiClient.ts'
import { storage } from '#kit/browser/storage.ts'
import { keptTheme, showTheme } from '#kit/style/theme.ts'

const session = keepSession(storage('sessionStorage'))
const call = openCalls({
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

showTheme(keptTheme())
createRoot(document.getElementById('root') as HTMLElement).render(
  openWhole({ session, call }, createHashHistory()).tree,
)
