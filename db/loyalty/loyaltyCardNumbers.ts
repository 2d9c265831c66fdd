import { and, eq, isNotNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { loyalty } from '#db/tables/loyalties.ts'

/** The beginning of every number; no bank's card begins so. */
const PREFIX = '88'
const RANDOM_DIGITS = 11
/** Each try meets an issued number with a probability of one in thousands at most. */
const MAX_TRIES = 20

type Random = (bytes: number) => Buffer

/** A number for a new card: 88, eleven random digits, and a check digit (ISO/IEC 7812-1, annex B). */
export function newCardNumber(random: Random): string {
  const number = random(6).readUIntBE(0, 6) % 10 ** RANDOM_DIGITS
  const digits = `${PREFIX}${String(number).padStart(RANDOM_DIGITS, '0')}`
  return `${digits}${checkDigit(digits)}`
}

function checkDigit(digits: string): number {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1)
      return total + (weighted > 9 ? weighted - 9 : weighted)
    }, 0)
  return (10 - (sum % 10)) % 10
}

/**
 * A number that no loyalty has or had.
 * @throws when 20 tries in a row meet an issued one
 */
export async function unusedCardNumber(tx: Db, random: Random): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const number = newCardNumber(random)
    if ((await tx.$count(loyalty, eq(loyalty.clientCardNumber, number))) === 0) return number
  }
  throw new Error('no card number was free')
}

/**
 * Whether a person may ask for a card: the network gave it to them with a loyalty that has ended,
 * and no loyalty in force has it.
 */
export async function mayReuseCard(tx: Db, personId: string, number: string): Promise<boolean> {
  const inForce = alias(loyalty, 'in_force')
  const [own] = await tx
    .select({ code: loyalty.code, taken: inForce.code })
    .from(loyalty)
    .leftJoin(inForce, whereEquals(inForce, { clientCardNumber: number, endedAt: null }))
    .where(
      and(whereEquals(loyalty, { personId, clientCardNumber: number }), isNotNull(loyalty.endedAt)),
    )
    .limit(1)
  return own !== undefined && own.taken === null
}
