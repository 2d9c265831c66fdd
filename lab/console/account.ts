import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { carLog } from '#contract/car/carLog.ts'
import { carReminders } from '#contract/car/carReminders.ts'
import { cars } from '#contract/car/cars.ts'
import { finishCarReminder } from '#contract/car/finishCarReminder.ts'
import { importCarLog } from '#contract/car/importCarLog.ts'
import { removeCarEntry } from '#contract/car/removeCarEntry.ts'
import { saveCarEntry } from '#contract/car/saveCarEntry.ts'
import { saveCarPurchase } from '#contract/car/saveCarPurchase.ts'
import { saveCarReminder } from '#contract/car/saveCarReminder.ts'
import { undoCarImport } from '#contract/car/undoCarImport.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { PREFERENCES } from '#contract/entities/notificationPreference.ts'
import { movements } from '#contract/financial/movements.ts'
import { acceptInvitation } from '#contract/loyalty/acceptInvitation.ts'
import { companyDrivers } from '#contract/loyalty/companyDrivers.ts'
import { endCompanyDriver } from '#contract/loyalty/endCompanyDriver.ts'
import { inviteDriver } from '#contract/loyalty/inviteDriver.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { setVehicleLimit } from '#contract/loyalty/setVehicleLimit.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { registerPush } from '#contract/push/registerPush.ts'
import { removePush } from '#contract/push/removePush.ts'
import { contact } from '#contract/user/contact.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { endSession } from '#contract/user/endSession.ts'
import { mailReceipt } from '#contract/user/mailReceipt.ts'
import { markNotification } from '#contract/user/markNotification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { type Caller, callAs, type Lab } from '#lab/caller.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { PASSWORD } from '#testing/harness/population.ts'

/** A driver who does one thing with their account. */
export interface Driver {
  lab: Lab
  by: Caller
  /** One of their loyalties. */
  loyaltyCode: string
  /** Those who meet them: fewer than `KEPT` of them delete no account. */
  others: readonly { personId: string; email: string }[]
}
const KEPT = 3
/** Days of which a driver is shown something. */
const DAYS = 90

/** Sends a call of the driver. */
export const call = <S extends CallContract>(
  { lab, by }: Driver,
  contract: S,
  fields: RequestOf<S>,
): Promise<AnswerOf<S> | null> => callAs(lab, by, contract, fields, contract.name)

/** Draws one of what a driver is shown, and calls with it; there may be none. */
export async function withOne<Shown>(
  { by }: Driver,
  shown: readonly Shown[] | undefined,
  act: (one: Shown) => Promise<unknown>,
): Promise<void> {
  if (shown && shown.length > 0) await act(by.random.oneOf(shown))
}
const ranges = ({ lab }: Driver) => toRange(lastDays(lab.clock.date(), DAYS))

const plates = async (driver: Driver) =>
  (await call(driver, cars, {}))?.cars.filter(({ plate }) => plate !== '')
const entries = async (driver: Driver) =>
  (await call(driver, carLog, { plate: '', ...ranges(driver), count: 20 }))?.entries
const invitations = async (driver: Driver) => (await call(driver, companyDrivers, {}))?.drivers
const received = async (driver: Driver) =>
  (await call(driver, notifications, { count: 3 }))?.notifications

/** Writes to the network, and reads what the driver wrote: an answer that may be stale has the own change. */
export async function writeAndRead(driver: Driver): Promise<void> {
  const title = `Mensaje ${driver.by.attempt}`
  const isSent = await call(driver, contact, { ...examples.contact, title })
  const seen = isSent && (await call(driver, sentMessages, { count: 50 }))
  if (!seen || seen.messages.some((message) => message.title === title)) return
  // Deleting the account has deleted the message.
  if (await call(driver, loyalties, {})) driver.lab.history.violations.X7.push({ title })
}

/** What a driver changes by each call. */
export const ACCOUNT_CHANGES: Readonly<Record<string, (driver: Driver) => Promise<unknown>>> = {
  updateMembershipData: (driver) =>
    call(driver, updateMembershipData, examples.updateMembershipData),
  inviteDriver: (driver) =>
    withOne(driver, driver.others, ({ email }) =>
      call(driver, inviteDriver, { loyaltyCode: driver.loyaltyCode, email }),
    ),
  acceptInvitation: async (driver) =>
    withOne(driver, await invitations(driver), ({ invitationId }) =>
      call(driver, acceptInvitation, { invitationId, loyaltyCode: driver.loyaltyCode }),
    ),
  endCompanyDriver: async (driver) =>
    withOne(driver, await invitations(driver), ({ invitationId }) =>
      call(driver, endCompanyDriver, { invitationId }),
    ),
  setVehicleLimit: async (driver) => {
    const owned = (await call(driver, loyalties, {}))?.loyalties ?? []
    const all = owned.flatMap(({ loyaltyCode, vehicles }) =>
      vehicles.map(({ vehicleId }) => ({ loyaltyCode, vehicleId })),
    )
    await withOne(driver, all, (one) =>
      call(driver, setVehicleLimit, { ...one, millilitres: 20_000, amount: 0 }),
    )
  },
  registerPush: (driver) => call(driver, registerPush, examples.registerPush),
  removePush: (driver) => call(driver, removePush, {}),
  readNotification: async (driver) =>
    withOne(driver, await received(driver), ({ id }) =>
      call(driver, readNotification, { notificationId: id }),
    ),
  markNotification: async (driver) =>
    withOne(driver, await received(driver), ({ id }) => {
      const option = driver.by.random.oneOf(['deleted', 'unread', 'restored'] as const)
      return call(driver, markNotification, { notificationId: id, option })
    }),
  setNotificationPreference: (driver) => {
    const { type, channel } = driver.by.random.oneOf(PREFERENCES)
    const enabled = driver.by.random.bool(0.5)
    return call(driver, setNotificationPreference, { type, channel, enabled })
  },
  updateUser: (driver) => call(driver, updateUser, examples.updateUser),
  contact: writeAndRead,
  mailReceipt: async (driver) => {
    const { loyaltyCode } = driver
    const shown = await call(driver, movements, { loyaltyCode, ...ranges(driver) })
    await withOne(driver, shown?.movements, ({ rrn }) =>
      call(driver, mailReceipt, { kind: 'movement', reference: rrn }),
    )
  },
  endSession: (driver) => call(driver, endSession, {}),
  requestEmailChange: (driver) => {
    const email = `new${driver.by.attempt}@example.com`
    return call(driver, requestEmailChange, { email, password: PASSWORD })
  },
  saveCarPurchase: async (driver) =>
    withOne(driver, await entries(driver), ({ id }) =>
      call(driver, saveCarPurchase, { rrn: id, odometer: driver.by.random.integer(1, 90_000) }),
    ),
  saveCarEntry: async (driver) =>
    withOne(driver, await plates(driver), ({ plate }) =>
      call(driver, saveCarEntry, { ...examples.saveCarEntry, plate }),
    ),
  removeCarEntry: async (driver) =>
    withOne(driver, await entries(driver), ({ id }) =>
      call(driver, removeCarEntry, { entryId: id }),
    ),
  importCarLog: async (driver) =>
    withOne(driver, await plates(driver), ({ plate }) =>
      call(driver, importCarLog, { ...examples.importCarLog, plates: [plate] }),
    ),
  undoCarImport: async (driver) =>
    withOne(driver, (await call(driver, cars, {}))?.imports, ({ importId }) =>
      call(driver, undoCarImport, { importId }),
    ),
  saveCarReminder: async (driver) =>
    withOne(driver, await plates(driver), ({ plate }) =>
      call(driver, saveCarReminder, { ...examples.saveCarReminder, plate }),
    ),
  finishCarReminder: async (driver) =>
    withOne(driver, (await call(driver, carReminders, {}))?.reminders, ({ reminderId }) =>
      call(driver, finishCarReminder, { reminderId }),
    ),
  deleteAccount: async (driver) =>
    driver.others.length >= KEPT && call(driver, deleteAccount, { password: PASSWORD }),
}
