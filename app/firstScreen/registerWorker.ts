import { platform } from '#app/device/platform.ts'
import { watchForUpdates } from '#app/features/update/appUpdate.ts'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (address: string) => URL }
}

/** The address under which the build writes `worker/serviceWorker.ts`. */
const WORKER = '/serviceWorker.js'

/**
 * Registers the service worker; does nothing where there is none (a private window of some browsers,
 * a page without https) and in the native shell, whose files are on the phone.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || platform() !== 'b') return
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // The page accepts the address of a worker from a Trusted Types policy only. This one knows a
  // single address.
  const policy = trustedTypes?.createPolicy('surtidor-worker', { createScriptURL: () => WORKER })
  const address = policy?.createScriptURL('') ?? WORKER
  watchForUpdates(await navigator.serviceWorker.register(address, { updateViaCache: 'none' }))
}
