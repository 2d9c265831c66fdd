import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { FIRST_UPDATE, toStamp } from '#contract/dates.ts'
import { BANKS, isBankCode } from '#contract/reference/banks.ts'
import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'
import type { Db } from '#db/core/db.ts'
import { importedFile, referenceItem } from '#db/tables/imports.ts'

/** The codes of each list that the specification orders; imported ones come after them. */
const FIRST: Record<'banks' | 'marks', readonly string[]> = {
  banks: BANKS,
  marks: VEHICLE_MAKES.map(({ code }) => code),
}

/** The reference lists in the order in which they are offered, and when an import or its undoing last changed one, `yyyyMMddHHmmss`. */
export async function referenceLists(db: Db) {
  const { list, code, text } = referenceItem
  const items = await db.select({ list, code, text }).from(referenceItem).orderBy(asc(text))
  const [changed] = await db
    .select({
      at: sql<Date | null>`max(coalesce(${importedFile.undoneAt}, ${importedFile.at}))`.mapWith(
        importedFile.at,
      ),
    })
    .from(importedFile)
    .where(inArray(importedFile.kind, ['banks', 'makes']))
  const lists = (['banks', 'marks'] as const).map((name) => ({
    name,
    value: JSON.stringify(
      items
        .filter((item) => item.list === name)
        .toSorted((a, b) => placeIn(FIRST[name], a.code) - placeIn(FIRST[name], b.code))
        .map((item) => ({ code: item.code, text: item.text })),
    ),
  }))
  return { lists, changedAt: changed?.at ? toStamp(changed.at) : FIRST_UPDATE }
}

const placeIn = (first: readonly string[], code: string) =>
  first.includes(code) ? first.indexOf(code) : first.length

/** Whether a bank, as `toBank` reads it, is in one of the two lists of banks. */
export async function isListedBank(db: Db, bank: string): Promise<boolean> {
  if (isBankCode(bank)) return true
  const { list, code } = referenceItem
  const found = await db
    .select({ code })
    .from(referenceItem)
    .where(and(eq(list, 'banks'), eq(code, bank)))
  return found.length > 0
}

/** The code of the listed make that a text names by its code or its name; another text as it is. */
export async function listedMark(db: Db, mark: string): Promise<string> {
  const { list, code, text } = referenceItem
  const [found] = await db
    .select({ code })
    .from(referenceItem)
    .where(
      and(
        eq(list, 'marks'),
        or(eq(code, sql`lower(${mark})`), eq(sql`lower(${text})`, sql`lower(${mark})`)),
      ),
    )
    .orderBy(asc(code))
    .limit(1)
  return found?.code ?? mark
}
