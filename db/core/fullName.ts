import { type SQLWrapper, sql } from 'drizzle-orm'

type Names = Record<'firstName' | 'firstSurname', SQLWrapper>
/** The name of the person of a row; empty where a left join found none. */
export const fullName = ({ firstName, firstSurname }: Names) =>
  sql<string>`coalesce(${firstName} || ' ' || ${firstSurname}, '')`
