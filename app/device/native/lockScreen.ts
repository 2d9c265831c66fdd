/** Id of the lock screen in the page. */
export const LOCK_SCREEN_ID = 'lock'

/** Covers the page while the phone asks for its owner. */
export interface LockScreen {
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
