import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { isRideHailing, type RoleCode } from '#contract/roles.ts'

/** Milliseconds: after the last use, after the login however it is used, and between two writes of the last use. */
export const DRIVER = { idle: 30 * DAY_MS, max: 90 * DAY_MS, touchInterval: HOUR_MS }
export const OPERATOR = { idle: 2 * HOUR_MS, max: DAY_MS, touchInterval: 5 * 60_000 }
/** For how long a session has shown its second factor. */
export const SHOWN_FOR_MS = 12 * HOUR_MS

/** Whether one of the roles decides over others: 1, 3 or 4. */
export const isOperator = (roles: readonly RoleCode[]): boolean =>
  isRideHailing(roles.map((code) => ({ code })))

/** Whether a caller is an operator who has to enrol a first second factor. */
export const lacksSecondFactor = (caller: {
  roles: readonly RoleCode[]
  secondFactor: SecondFactorState
}): boolean => caller.secondFactor === 'none' && isOperator(caller.roles)

const lifetimeOf = (roles: readonly RoleCode[]) => (isOperator(roles) ? OPERATOR : DRIVER)

/** When a session that was used at an instant ends. */
export function sessionEnd(roles: readonly RoleCode[], usedAt: Date, signedInAt = usedAt): Date {
  const { idle, max } = lifetimeOf(roles)
  return new Date(Math.min(usedAt.getTime() + idle, signedInAt.getTime() + max))
}

/** Whether the use of a session at this instant is to be written. */
export const isTouchDue = (roles: readonly RoleCode[], seenAt: Date, now: Date): boolean =>
  now.getTime() - seenAt.getTime() > lifetimeOf(roles).touchInterval

/** The second factor of a session: showings older than twelve hours do not count any more. */
export function secondFactorOf(
  session: { secondFactorAt: Date | null; hasSecondFactor: boolean },
  now: Date,
): SecondFactorState {
  const { secondFactorAt, hasSecondFactor } = session
  if (secondFactorAt && now.getTime() - secondFactorAt.getTime() < SHOWN_FOR_MS) return 'shown'
  return hasSecondFactor ? 'notShown' : 'none'
}
