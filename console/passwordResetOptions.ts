import { MOTTO } from '#console/features/ConsoleAuthLayout.tsx'
import type { ResetOptions } from '#shared/account/ForgottenPasswordForm.tsx'

/** How the screens of a forgotten password differ from the app's: the link leads back to the console. */
export const RESET_OPTIONS: ResetOptions = {
  link: new URL('/consola', location.href).href,
  motto: MOTTO,
}
