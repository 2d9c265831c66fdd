import { isIosBrowser, platform } from '#app/device/platform.ts'
import type { Position } from '#app/device/position.ts'

/** The address that opens the route to a place: in the phone's own maps, or in Google Maps. */
export function routeAddress({ latitude, longitude }: Position): string {
  const place = `${latitude},${longitude}`
  if (platform() === 'i' || isIosBrowser()) return `https://maps.apple.com/?daddr=${place}`
  if (platform() === 'a' || navigator.userAgent.includes('Android'))
    return `geo:${place}?q=${place}`
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`
}
