import { Geolocation } from '@capacitor/geolocation'
import type { NativeImplementations } from '#app/device/nativeImplementations.ts'

/** Codes of the plugin for a permission that the person or the phone refuses (its README, "Errors"). */
const DENIED = ['OS-PLUG-GLOC-0003', 'OS-PLUG-GLOC-0008', 'OS-PLUG-GLOC-0009']
/** Codes of the browser's `GeolocationPositionError`. */
const PERMISSION_DENIED = 1
const POSITION_UNAVAILABLE = 2

/** The phone's position, in the form of the browser's Geolocation. */
export function nativePosition(): NativeImplementations['position'] {
  /** The plugin's id of each watch, which arrives after its start. */
  const watches = new Map<number, Promise<string>>()
  return {
    getCurrentPosition: (found, missed, options) =>
      void Geolocation.getCurrentPosition(options).then(found, (error: unknown) =>
        missed(toPositionError(error)),
      ),
    watchPosition(found, missed, options) {
      const id = Math.max(0, ...watches.keys()) + 1
      watches.set(
        id,
        Geolocation.watchPosition(options, (position, error: unknown) => {
          if (!watches.has(id)) return
          if (position) found(position)
          else missed(toPositionError(error))
        }),
      )
      return id
    },
    clearWatch(id) {
      const watch = watches.get(id)
      watches.delete(id)
      void watch?.then((id) => Geolocation.clearWatch({ id })).catch(console.warn)
    },
    isAllowed: async () => {
      const { location, coarseLocation } = await Geolocation.checkPermissions()
      return location === 'granted' || coarseLocation === 'granted'
    },
  }
}

function toPositionError(error: unknown) {
  const { code = '' } = (error ?? {}) as { code?: string }
  return {
    code: DENIED.includes(code) ? PERMISSION_DENIED : POSITION_UNAVAILABLE,
    PERMISSION_DENIED,
  }
}
