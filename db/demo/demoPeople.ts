import { type RoleCode, USER } from '#contract/roles.ts'
import { addAna } from '#db/demo/ana.ts'
import { type DemoContext, operatorId } from '#db/demo/demoContext.ts'
import { cedula, mobile } from '#db/demo/fakeIds.ts'
import { addPerson } from '#db/demo/members.ts'

/** Password of every demo account. It is public. */
export const DEMO_PASSWORD = 'demo-surtidor'

/**
 * Salt of its hash. It is fixed, because the same demo data must have the same bytes, and because
 * `hasDemoData` finds the demo data by it.
 */
export const DEMO_SALT = Buffer.from('surtidor de demo')

/** TOTP secret of the demo's operators, in Base32. It is public, like the password. */
export const DEMO_SECOND_FACTOR = 'SURTIDORDEMOSEGUNDOFACTORDEMOUYU'

/** Role, name in the address, names, sex, birthdate, address and days since the registration. */
const PEOPLE = [
  ['2', 'ana', 'Ana', 'Pereira', 'F', '1987-03-14', 'Sarandí 1450, Montevideo', 645],
  ['2', 'beto', 'Alberto', 'Silva', 'M', '1979-11-02', 'Rincón 820, Minas', 2],
  ['3', 'carla', 'Carla', 'Núñez', 'F', '1990-06-21', 'Av. Italia 3310, Montevideo', 700],
  ['4', 'diego', 'Diego', 'Olivera', 'M', '1983-01-30', 'Brasil 215, Durazno', 700],
  ['1', 'elena', 'Elena', 'Rodríguez', 'F', '1975-09-09', 'España 1999, Montevideo', 700],
  ['2', 'fede', 'Federico', 'Cabrera', 'M', '1998-12-05', 'Florida 640, Salto', 1],
  ['1', 'guido', 'Guido', 'Martínez', 'M', '1981-04-17', 'Colonia 905, Montevideo', 700],
] as const

/** Adds the seven people a visitor can log in as; the operators have a confirmed second factor. */
export function demoPeople(demo: DemoContext): void {
  for (const [place, details] of PEOPLE.entries()) {
    const [role, name, firstName, firstSurname, sex, birthdate, address, daysAgo] = details
    const person = addPerson(
      demo,
      role,
      {
        email: `${name}@demo.surtidor.uy`,
        firstName,
        firstSurname,
        documentNumber: cedula(9_000_001 + place),
        birthdate,
        sex,
        mobile: mobile(1 + place),
        address: `${address}, Uruguay`,
        ...(role !== USER && { id: operatorId(place + 1) }),
      },
      daysAgo,
    )
    if (name === 'ana') addAna(demo, person)
    if (name === 'beto') person.confirmedAt = null
    if (role !== USER) addOperator(demo, person.id, role)
  }
}

function addOperator(demo: DemoContext, id: string, role: RoleCode): void {
  const at = demo.dates.at(699, 9, 10)
  demo.audit.push({ actorId: id, action: 'roleGiven', subject: id, detail: { role }, at })
  const confirmedAt = demo.dates.at(699, 9, 15)
  demo.rows.secondFactor.push({ personId: id, secret: DEMO_SECOND_FACTOR, confirmedAt })
}
