import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { isRideHailing, type RoleCode } from '#contract/roles.ts'
import { touchSession } from '#db/accounts/sessions.ts'
import type { Context } from '#server/context.ts'
import { sessionOver } from '#server/http/errors.ts'

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

/** A session as it was read, and the instant at which it is used. */
interface UsedSession {
  roles: readonly RoleCode[]
  seenAt: Date
  createdAt: Date
  sessionHash: Buffer
  now: Date
}

const lifetimeOf = (roles: readonly RoleCode[]) => (isOperator(roles) ? OPERATOR : DRIVER)

/** When a session that was used at an instant ends. */
export function sessionEnd(roles: readonly RoleCode[], usedAt: Date, signedInAt = usedAt): Date {
  const { idle, max } = lifetimeOf(roles)
  return new Date(Math.min(usedAt.getTime() + idle, signedInAt.getTime() + max))
}

/** Milliseconds that a call waits for the stored use of its session. */
const TOUCH_TIMEOUT_MS = 1_000
/** Most uses that are written at the same time: each holds a connection of the pool, which other reads need. */
const MAX_TOUCHES = 2
/** The sessions whose use is being written. */
const touching = new Set<string>()

/**
 * Writes the use of a session when it is due, and waits no longer than a second: while the database answers
 * no write, as a primary without a synchronous replica, reads go on.
 * @throws Refusal when the session ended since it was read
 */
export async function touchIfDue(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { roles, seenAt, createdAt, sessionHash, now }: UsedSession,
): Promise<void> {
  const key = sessionHash.toString('hex')
  const isDue = now.getTime() - seenAt.getTime() > lifetimeOf(roles).touchInterval
  // It is due at the next call, too.
  if (!isDue || touching.has(key) || touching.size >= MAX_TOUCHES) return
  touching.add(key)
  const touched = touchSession(db, sessionHash, now, sessionEnd(roles, now, createdAt))
    .catch((err: unknown) => {
      log.error({ event: 'session.use_not_stored', err }, 'The use of a session was not stored.')
    })
    .finally(() => touching.delete(key))
  const late = sleep(TOUCH_TIMEOUT_MS, undefined, { ref: false })
  if ((await Promise.race([touched, late])) === false) throw sessionOver()
}

/** The second factor of a session: showings older than twelve hours do not count any more. */
export function secondFactorOf(
  session: { secondFactorAt: Date | null; hasSecondFactor: boolean },
  now: Date,
): SecondFactorState {
  const { secondFactorAt, hasSecondFactor } = session
  if (secondFactorAt && now.getTime() - secondFactorAt.getTime() < SHOWN_FOR_MS) return 'shown'
  return hasSecondFactor ? 'notShown' : 'none'
}
