import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A text of SQL without accents and capitals, to compare by. It is immutable, as an index needs it. */
export const folded = (text: SQLWrapper | string): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036F]', '', 'g'))`
