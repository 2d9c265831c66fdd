import type { App } from '#app/context.ts'
import { DAY_MS } from '#contract/dates.ts'

/** Days for which a person who answered an invitation does not get it again on this device. */
const PAUSE_DAYS = { install: 180, push: 120, passkey: 180 }
type Invitation = keyof typeof PAUSE_DAYS
type Device = Pick<App, 'storage' | 'clock'>

/** The storage entry with the time of the last answer, in milliseconds since 1970. */
const answered = (invitation: Invitation) => `${invitation}Answered`
/** Storage entries: the day of the first visit, and whether the app was of use. */
const FIRST_DAY = 'installFirstDay'
const SERVED = 'installServed'

/** Whether the person may get an invitation: they have never answered it, or the pause since is over. */
export function isInvitationDue(invitation: Invitation, { storage, clock }: Device): boolean {
  const since = clock.now().getTime() - Number(storage.getItem(answered(invitation)) ?? 0)
  return !(since < PAUSE_DAYS[invitation] * DAY_MS)
}

/** Whether to invite to install: on another day than the first, or after the app was of use. */
export function isInstallDue(device: Device): boolean {
  const { storage, clock } = device
  const today = clock.now().toISOString().slice(0, 10)
  const first = storage.getItem(FIRST_DAY) ?? today
  write(storage, FIRST_DAY, first)
  const isReady = storage.getItem(SERVED) !== null || first !== today
  return isReady && isInvitationDue('install', device)
}

export const recordAnswer = (invitation: Invitation, { storage, clock }: Device): void =>
  write(storage, answered(invitation), String(clock.now().getTime()))

/** Records that the app was of use: a payment was made, a request was sent. */
export const recordUse = (storage: Storage): void => write(storage, SERVED, '1')

/** A failure, as of a full storage, is only logged: the person is invited again. */
function write(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch (error) {
    console.warn('No se pudo guardar la respuesta a una invitación', error)
  }
}
