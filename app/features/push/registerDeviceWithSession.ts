import type { App } from '#app/context.ts'
import { forgetDevice, renewRegistration } from '#app/features/push/registerDevice.ts'
import { isRegular } from '#contract/roles.ts'

/**
 * Keeps the registration of this device with the session: renewed at the start and after a login,
 * ended with the session. A tab that never had a session ends nothing: another one may have it.
 */
export function followSession({ session, call }: Pick<App, 'session' | 'call'>): void {
  let followed: number | null = null
  const follow = () => {
    const current = session.current()
    if (current && session.generation() !== followed) {
      followed = session.generation()
      if (isRegular(current.user.roles)) renewRegistration(call).catch(console.warn)
    } else if (!current && followed !== null) {
      followed = null
      forgetDevice().catch(console.warn)
    }
  }
  session.subscribe(follow)
  follow()
}
