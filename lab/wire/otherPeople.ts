import { queryRows } from '#testing/harness/databaseChecks.ts'

/** Emails, and numbers as long as a document. */
const PERSONAL = /[\w.+-]+@[\w.-]+|\b\d{7,8}\b/g

/** @returns the emails and documents in a text that are of other people than the one with that email */
export async function createLeakCheck(databaseUrl: string) {
  const people = await queryRows<{ email: string; document: string }>(
    databaseUrl,
    'select email, document_number as document from person where email is not null',
  )
  const owners = new Map(
    people.flatMap(({ email, document }) => [
      [email, email],
      [document, email],
    ]),
  )
  return (text: string, email: string): string[] =>
    (text.match(PERSONAL) ?? []).filter((found) => (owners.get(found) ?? email) !== email)
}
