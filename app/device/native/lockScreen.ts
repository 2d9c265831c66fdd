import { App } from '@capacitor/app'
import { unlockSession } from '#app/device/native/unlock.ts'

export const LOCK_SCREEN_ID = 'lock'

interface LockScreen {
  cover: () => void
  uncover: () => void
  /** Shows the two ways on. @returns true to try again, false to use the password */
  ask: () => Promise<boolean>
}

/** The lock screen, which is no part of React: it is shown before the app starts. */
export function createLockScreen(): LockScreen {
  const screen = element(
    'div',
    'fixed inset-0 z-60 grid place-content-center gap-4 bg-paper p-6 text-center',
  )
  screen.id = LOCK_SCREEN_ID
  screen.setAttribute('role', 'region')
  screen.setAttribute('aria-label', 'Surtidor está bloqueada')
  const others = () => [...document.body.children].filter((child) => child !== screen)
  const setInert = (on: boolean) => {
    for (const child of others()) child.toggleAttribute('inert', on)
  }
  const cover = () => {
    screen.replaceChildren()
    document.body.append(screen)
    setInert(true)
  }
  return {
    cover,
    uncover() {
      setInert(false)
      screen.remove()
    },
    ask: () =>
      new Promise((answer) => {
        cover()
        const button = (text: string, classes: string, again: boolean) => {
          const one = element(
            'button',
            `min-h-12 rounded-control px-6 font-semibold ${classes}`,
            text,
          )
          one.addEventListener('click', () => answer(again))
          return one
        }
        const again = button('Desbloquear', 'bg-brand text-on-brand', true)
        screen.append(
          element('h1', 'text-xl font-bold tracking-tight', 'Surtidor está bloqueada'),
          element('p', 'text-soft', 'Confirmá que sos vos, o ingresá con tu contraseña.'),
          again,
          button('Ingresar con mi contraseña', 'text-brand-text', false),
        )
        again.focus()
      }),
  }
}

function element(tag: string, classes: string, text = ''): HTMLElement {
  const created = document.createElement(tag)
  created.className = classes
  created.textContent = text
  return created
}

/** Milliseconds in the background after which the phone asks for its owner again. */
const LOCK_AFTER_MS = 5 * 60_000

interface Options {
  lock: LockScreen
  /** Whether a session is shown that the person wants locked. */
  isWanted: () => boolean
  now: () => number
  /** Starts the app again, without the session that was removed. */
  restart: () => void
}

/** Covers the page while the app is in the background, and asks for the phone's owner after five minutes. */
export function lockInBackground({ lock, isWanted, now, restart }: Options): void {
  let leftAt: number | null = null
  /** The phone's own question may cover the app, which is then in the background too. */
  let isAsking = false
  void App.addListener('pause', () => {
    if (isAsking || !isWanted()) return
    leftAt ??= now()
    lock.cover()
  })
  void App.addListener('resume', async () => {
    const since = leftAt
    leftAt = null
    if (isAsking || since === null) return
    if (now() - since < LOCK_AFTER_MS) return lock.uncover()
    isAsking = true
    const isRecognised = await unlockSession(lock.ask)
    isAsking = false
    if (isRecognised) lock.uncover()
    else restart()
  })
}
