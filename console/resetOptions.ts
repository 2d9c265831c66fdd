import { MOTTO } from '#console/parts/ConsoleAuthLayout.tsx'
import type { ResetOptions } from '#kit/account/ForgottenPasswordForm.tsx'

/** How the screens of a forgotten password differ from the app's: the link leads back to the console. */
export const RESET_OPTIONS: ResetOptions = {
  link: new URL('/consola', location.href).href,
  motto: MOTTO,
}
