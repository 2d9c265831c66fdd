import type * as z from 'zod/mini'
import type { DeviceInfo } from '#contract/header.ts'

/** The letter of the version header: `a` Android, `i` iOS, `b` browser. */
export const platform = 'b' as const

/** What login says of the device. A browser only says that it is one, and which. */
export function deviceInfo(): z.infer<typeof DeviceInfo> {
  return { platform: 'browser', model: navigator.userAgent.slice(0, 100) }
}
