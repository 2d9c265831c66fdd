/** Storage entries: the day of the first visit, whether the app has served, when it was declined. */
const FIRST_DAY = 'installFirstDay'
const SERVED = 'installServed'
const DECLINED = 'installDeclined'
/** Days for which a declined invitation is not shown again. */
const PAUSE_DAYS = 180
const DAY_MS = 86_400_000

/** Records that the app was of use: a payment was made, a request was sent. */
export const recordUse = (storage: Storage): void => write(storage, SERVED, '1')

/** Records that the person does not want to install the app. */
export const recordDeclined = (storage: Storage, now: Date): void =>
  write(storage, DECLINED, now.toISOString())

/** Whether to invite: on another day than the first, or after the app was of use. */
export function isInvitationDue(storage: Storage, now: Date): boolean {
  const today = now.toISOString().slice(0, 10)
  const first = storage.getItem(FIRST_DAY)
  if (first === null) write(storage, FIRST_DAY, today)
  const declined = Date.parse(storage.getItem(DECLINED) ?? '')
  if (now.getTime() - declined < PAUSE_DAYS * DAY_MS) return false
  return storage.getItem(SERVED) !== null || (first !== null && first !== today)
}

function write(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch (error) {
    console.warn('No se pudo guardar si se invitó a instalar', error)
  }
}
