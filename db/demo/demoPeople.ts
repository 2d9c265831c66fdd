import type { RoleCode } from '#contract/roles.ts'
import { addAna } from '#db/demo/ana.ts'
import { type DemoContext, NETWORK_ID, SPONSOR_ID, SUPPORT_ID } from '#db/demo/demoContext.ts'
import { cedula, mobile } from '#db/demo/fakeIds.ts'
import { addPerson, type Person } from '#db/demo/members.ts'

/** Password of every demo account. It is public. */
export const DEMO_PASSWORD = 'demo-surtidor'

/**
 * Salt of its hash. It is fixed, because the same demo data must have the same bytes, and because
 * `hasDemoData` finds the demo data by it.
 */
export const DEMO_SALT = Buffer.from('surtidor de demo')

/** TOTP secret of the demo's operators, in Base32. It is public, like the password. */
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

/** Adds the six people a visitor can log in as. */
export function demoPeople(demo: DemoContext): void {
  const ana = who('ana', 'Ana', 'Pereira', 'F', '1987-03-14', 1, 'Sarandí 1450, Montevideo')
  addAna(demo, addPerson(demo, '2', ana, 645))

  const beto = who('beto', 'Alberto', 'Silva', 'M', '1979-11-02', 2, 'Rincón 820, Minas')
  addPerson(demo, '2', beto, 2).confirmedAt = null

  const carla = who('carla', 'Carla', 'Núñez', 'F', '1990-06-21', 3, 'Av. Italia 3310, Montevideo')
  operator(demo, '3', { ...carla, id: SPONSOR_ID })

  const diego = who('diego', 'Diego', 'Olivera', 'M', '1983-01-30', 4, 'Brasil 215, Durazno')
  operator(demo, '4', { ...diego, id: NETWORK_ID })

  const elena = who('elena', 'Elena', 'Rodríguez', 'F', '1975-09-09', 5, 'España 1999, Montevideo')
  operator(demo, '1', { ...elena, id: SUPPORT_ID })

  const fede = who('fede', 'Federico', 'Cabrera', 'M', '1998-12-05', 6, 'Florida 640, Salto')
  addPerson(demo, '2', fede, 1)
}

/** Adds a person with an operator's role and a confirmed second factor. */
function operator(
  demo: DemoContext,
  role: RoleCode,
  details: ReturnType<typeof who> & { id?: string },
): void {
  const { id } = addPerson(demo, role, details, 700)
  demo.audit.push({
    actorId: id,
    action: 'roleGiven',
    subject: id,
    detail: { role },
    at: demo.dates.at(699, 9, 10),
  })
  demo.rows.secondFactor.push({
    personId: id,
    secret: DEMO_SECOND_FACTOR,
    confirmedAt: demo.dates.at(699, 9, 15),
  })
}
