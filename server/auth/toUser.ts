import type { User } from '#contract/entities/user.ts'
import type { PersonRow } from '#db/accounts/people.ts'

export function toUser(row: PersonRow): User {
  const { email, firstName, firstSurname, documentNumber, sex, mobile, address } = row
  return {
    email,
    firstName,
    firstSurname,
    documentNumber,
    birthdate: row.birthdate.replaceAll('-', ''),
    sex,
    mobile,
    address,
  }
}
