import { isCommonPassword } from '#contract/fields/commonPassword.ts'
import { leetPattern, withoutAccents } from '#contract/fields/foldPassword.ts'

/** The data of a person that others know or find out. */
export type PersonalData = Readonly<
  Record<'email' | 'firstName' | 'firstSurname' | 'documentNumber' | 'mobile' | 'birthdate', string>
>

/** A shorter name is a part of too many texts. */
const MIN_LENGTH = 3
/** Letters besides the personal data that do not make a password hard to guess. */
const FEW_LETTERS = 2

/**
 * Whether a password consists of a person's own data, with or without a common word, digits and
 * punctuation: `Pereira1990!`, `ana.pereira`, `47654321`, `14/03/1987`. A longer text that contains
 * a name is accepted.
 * @param isCommon whether letters beside the data are a common password
 */
export function isPersonal(
  password: string,
  person: PersonalData,
  isCommon: (letters: string) => boolean = isCommonPassword,
): boolean {
  const plain = withoutAccents(password).toLowerCase()
  const compact = plain.replaceAll(/[^a-z\d]/g, '')
  return [plain, compact].some((text) => {
    let rest = text
    for (const pattern of patternsOf(person)) rest = rest.replaceAll(pattern, ' ')
    if (rest === text) return false
    const letters = rest.replaceAll(/[^a-z]/g, '')
    return letters.length <= FEW_LETTERS || isCommon(letters)
  })
}

/** The longest first, so that a name that is a part of another does not spoil its match. */
const patternsOf = (person: PersonalData): RegExp[] =>
  [...new Set([...namesOf(person), ...numbersOf(person)])]
    .filter(({ length }) => length >= MIN_LENGTH)
    .toSorted((one, other) => other.length - one.length)
    .map(leetPattern)

function namesOf({ firstName, firstSurname, email }: PersonalData): string[] {
  const partsOf = (text: string) => {
    const plain = withoutAccents(text).toLowerCase()
    return [
      plain.replaceAll(/[^a-z\d]/g, ''),
      ...plain.split(/[^a-z\d]+/),
      ...plain.split(/[^a-z]+/),
    ]
  }
  const [mailbox = '', domain = ''] = email.split('@')
  return [firstName, firstSurname, mailbox, domain].flatMap(partsOf)
}

/** The document and the mobile number as they are typed, and the common forms of a date. */
function numbersOf({ documentNumber, mobile, birthdate }: PersonalData): string[] {
  const document = documentNumber.replaceAll(/[^a-z\d]/gi, '').toLowerCase()
  const national = mobile.replaceAll(/\D/g, '').replace(/^598/, '').replace(/^0/, '')
  const [, year = '', month = '', day = ''] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(birthdate) ?? []
  const short = year.slice(2)
  return [
    document,
    document.slice(0, -1),
    `598${national}`,
    `0${national}`,
    national,
    ...[year, short].flatMap((y) => [day + month + y, y + month + day, month + day + y]),
    `${Number(day)}${Number(month)}${year}`,
    `${Number(day)}${Number(month)}${short}`,
  ].filter(({ length }) => length >= 4)
}
