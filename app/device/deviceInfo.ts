import type * as z from 'zod/mini'
import type { DeviceInfo } from '#contract/header.ts'

/** The platform letter of the version header: `a` Android, `i` iOS, `b` browser. */
export const platform = 'b' as const

/**
 * The device fields of login (docs/specification.md). A browser sends its platform and name only.
 */
export function deviceInfo(): z.infer<typeof DeviceInfo> {
  return { platform: 'browser', model: navigator.userAgent.slice(0, 100) }
}
