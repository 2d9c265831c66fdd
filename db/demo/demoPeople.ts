import type { RoleCode } from '#contract/roles.ts'
import { addAna } from '#db/demo/ana.ts'
import { cedula, mobile } from '#db/demo/fakeIds.ts'
import { type Person, addPerson } from '#db/demo/members.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import { NETWORK_ID, SPONSOR_ID, type DemoContext } from '#db/demo/demoContext.ts'

/** Everybody's password in the demo town; no secret, and never one outside it. */
export const DEMO_PASSWORD = 'demo-surtidor'

/** The second factor of the demo's operators, as public as the password: Base32, for any authenticator app. */
export const DEMO_SECOND_FACTOR = 'SURTIDORDEMOSEGUNDOFACTORDEMOUYU'

const who = (
  name: string,
  firstName: string,
  firstSurname: string,
  sex: Person['sex'],
  birthdate: string,
  number: number,
  address: string,
) => ({
  email: `${name}@demo.surtidor.uy`,
  firstName,
  firstSurname,
  documentNumber: cedula(9_000_000 + number),
  birthdate,
  sex,
  mobile: mobile(number),
  address: `${address}, Uruguay`,
})

/** The six people that a visitor logs in as. */
export function demoPeople(testDemo: DemoContext, rows: Rows): void {
  const ana = who('ana', 'Ana', 'Pereira', 'F', '1987-03-14', 1, 'Sarandí 1450, Montevideo')
  addAna(testDemo, rows, addPerson(testDemo, rows, '2', ana, 645))

  const beto = who('beto', 'Alberto', 'Silva', 'M', '1979-11-02', 2, 'Rincón 820, Minas')
  addPerson(testDemo, rows, '2', beto, 2).confirmedAt = null

  const carla = who('carla', 'Carla', 'Núñez', 'F', '1990-06-21', 3, 'Av. Italia 3310, Montevideo')
  operator(testDemo, rows, '3', { ...carla, id: SPONSOR_ID })

  const diego = who('diego', 'Diego', 'Olivera', 'M', '1983-01-30', 4, 'Brasil 215, Durazno')
  operator(testDemo, rows, '4', { ...diego, id: NETWORK_ID })

  const elena = who('elena', 'Elena', 'Rodríguez', 'F', '1975-09-09', 5, 'España 1999, Montevideo')
  operator(testDemo, rows, '1', elena)

  const fede = who('fede', 'Federico', 'Cabrera', 'M', '1998-12-05', 6, 'Florida 640, Salto')
  addPerson(testDemo, rows, '2', fede, 1)
}

/** Someone who decides over others, and therefore has a second factor. */
function operator(
  testDemo: DemoContext,
  rows: Rows,
  role: RoleCode,
  details: ReturnType<typeof who> & { id?: string },
): void {
  const { id } = addPerson(testDemo, rows, role, details, 700)
  rows.secondFactor.push({
    personId: id,
    secret: DEMO_SECOND_FACTOR,
    confirmedAt: testDemo.calendar.at(699, 9, 15),
  })
}
