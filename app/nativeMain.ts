import { startShell } from '#app/device/native/startShell.ts'
import { showLoadError } from '#app/firstScreen/firstScreenState.ts'

/**
 * The entry of the app in the native shell, in place of `main.tsx`, which it starts when the shell is
 * ready. Without the shell's secure storage the app does not start: it would store the token elsewhere.
 */
startShell()
  .then(() => import('#app/main.tsx'))
  .catch(showLoadError)
