import { firstScreen, setFirstScreen } from '#app/firstScreen/firstScreenState.ts'
import { applyTheme, storedTheme } from '#kit/style/theme.ts'

/**
 * The inline script in the head of the built page: it chooses theme and first screen before the markup behind
 * it is drawn. The rest is app/firstScreen/bodyScript.ts, which would delay the first paint.
 */

applyTheme(storedTheme())
if (firstScreen() === 'login')
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || firstScreen() === 'drawn') return
    event.preventDefault()
    setFirstScreen('submitted')
  })
