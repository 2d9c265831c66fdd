import {
  BiometricAuth,
  BiometryError,
  BiometryErrorType,
} from '@aparajita/capacitor-biometric-auth'
import { removeSession } from '#app/device/native/secureSession.ts'
import type { DeviceUnlock } from '#app/device/nativeImplementations.ts'
import { storage } from '#kit/browser/storage.ts'

/** The entry with the person's choice; it is of the phone, not of the account. */
const CHOICE = 'deviceUnlock'
/** Refusals in a row after which the password is asked for. */
const MAX_REFUSALS = 3
/** Codes after which the phone cannot recognise its owner any more: only the password is left. */
const UNABLE: readonly BiometryErrorType[] = [
  BiometryErrorType.biometryLockout,
  BiometryErrorType.biometryNotAvailable,
  BiometryErrorType.biometryNotEnrolled,
  BiometryErrorType.noDeviceCredential,
  BiometryErrorType.passcodeNotSet,
]

const isOn = () => storage('localStorage').getItem(CHOICE) === 'on'

/** The phone's own recognition of its owner, with the phone's code as its second way. */
export const deviceUnlock: DeviceUnlock = {
  isPossible: async () => {
    const { isAvailable, deviceIsSecure } = await BiometricAuth.checkBiometry()
    return isAvailable || deviceIsSecure
  },
  isOn,
  async set(on) {
    if (on && (await recognise()) !== 'recognised') return isOn()
    if (on) storage('localStorage').setItem(CHOICE, 'on')
    else storage('localStorage').removeItem(CHOICE)
    return on
  },
}

type Recognition = 'recognised' | 'refused' | 'unable'

async function recognise(): Promise<Recognition> {
  try {
    await BiometricAuth.authenticate({
      reason: 'Confirmá que sos vos para abrir Surtidor.',
      cancelTitle: 'Cancelar',
      allowDeviceCredential: true,
      iosFallbackTitle: 'Usar el código del teléfono',
      androidTitle: 'Abrir Surtidor',
      androidConfirmationRequired: false,
    })
    return 'recognised'
  } catch (error) {
    return error instanceof BiometryError && UNABLE.includes(error.code) ? 'unable' : 'refused'
  }
}

/**
 * Asks for the phone's owner until they are recognised. After three refusals, or when the phone cannot
 * recognise them, the stored session is removed: login asks for the password.
 * @param retry resolves with the person's answer to another try
 * @returns whether the session may be shown
 */
export async function unlockSession(retry: () => Promise<boolean>): Promise<boolean> {
  for (let refusals = 0; refusals < MAX_REFUSALS; refusals++) {
    const recognition = await recognise()
    if (recognition === 'recognised') return true
    if (recognition === 'unable') break
    if (refusals + 1 < MAX_REFUSALS && !(await retry())) break
  }
  await removeSession()
  // The choice belongs to the session: the next person decides anew.
  storage('localStorage').removeItem(CHOICE)
  return false
}
