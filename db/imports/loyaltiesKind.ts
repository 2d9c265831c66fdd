import { type SQL, sql } from 'drizzle-orm'
import { USER } from '#contract/roles.ts'
import { cardNumber, cedula, loyaltyCode, moment, optional, rut, text } from '#db/imports/field.ts'
import { type Check, column, defineImportKind, existsWith } from '#db/imports/importKind.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'
import { loyalty, membershipRequest, programme, vehicle } from '#db/tables/loyalties.ts'
import { movement } from '#db/tables/movements.ts'
import { debt } from '#db/tables/payments.ts'
import { person, personRole } from '#db/tables/people.ts'

/** A person is named by the cédula of a confirmed account. */
export const hasAccount = (documento: SQL): Check<'documento'> => ({
  column: 'documento',
  when: sql`not exists (
    select from ${person}
    where ${person.documentNumber} = ${documento} and ${person.confirmedAt} is not null)`,
  expected: 'la cédula de alguien que ya tiene cuenta en Surtidor',
  remedy: 'Pedile que se registre, o corregí la cédula.',
})

/** Loyalties that a programme brings from elsewhere; their persons have an account already (A4). */
export const loyaltiesKind = defineImportKind({
  name: 'loyalties',
  label: 'Afiliaciones',
  columns: {
    afiliado: column(loyaltyCode, 'número de la afiliación; no se repite', '81000001'),
    programa: column(text(40), 'código del programa', 'surtidor'),
    documento: column(cedula, 'cédula de una cuenta', '9.000.006-8'),
    tarjeta: column(cardNumber, 'su número', '8800000000018'),
    rut: column(optional(rut), 'el de la empresa'),
    desde: column(moment, 'cuándo empezó', '1/3/2026'),
  },
  ofPeople: true,
  table: loyalty,
  fileKey: ['afiliado'],
  row: (s) => ({
    key: { code: s.afiliado },
    values: {
      personId: person.id,
      programme: s.programa,
      clientCardNumber: s.tarjeta,
      clientRUT: sql`coalesce(${s.rut}, '')`,
      since: s.desde,
    },
    initial: { holder: sql`${person.firstName} || ' ' || ${person.firstSurname}` },
    joins: sql`join ${person} on ${person.documentNumber} = ${s.documento}`,
  }),
  checks: (s, o) => [
    hasAccount(s.documento),
    {
      column: 'documento',
      when: sql`exists (
        select from ${person} join ${personRole} on ${personRole.personId} = ${person.id}
        where ${person.documentNumber} = ${s.documento} and ${personRole.roleCode} <> ${USER})`,
      expected: 'la cédula de un conductor',
      remedy: 'Es de un operador, que no puede tener una afiliación.',
    },
    {
      column: 'programa',
      when: sql`not ${existsWith(programme.code, s.programa)}`,
      expected: 'el código de un programa que existe',
      remedy: 'Corregilo.',
    },
    {
      column: 'documento',
      when: sql`exists (
          select from ${loyalty} join ${person} on ${person.id} = ${loyalty.personId}
          where ${person.documentNumber} = ${s.documento} and ${loyalty.programme} = ${s.programa}
            and ${loyalty.endedAt} is null and ${loyalty.code} <> ${s.afiliado})
        or exists (
          select from staged o
          where ${o.documento} = ${s.documento} and ${o.programa} = ${s.programa} and o.line < s.line)`,
      expected: 'una sola afiliación por persona y programa',
      remedy: 'Ya tiene otra en ese programa: sacá la fila.',
    },
    {
      column: 'documento',
      when: sql`exists (
        select from ${membershipRequest} join ${person} on ${person.id} = ${membershipRequest.personId}
        where ${person.documentNumber} = ${s.documento}
          and ${membershipRequest.programme} = ${s.programa}
          and ${membershipRequest.state} in ('PENDING', 'STATE_UBER_AUTHORIZED'))`,
      expected: 'una persona sin una solicitud abierta en ese programa',
      remedy: 'Decidí antes su solicitud en la consola.',
    },
    {
      column: 'tarjeta',
      when: sql`exists (
          select from ${loyalty}
          where ${loyalty.clientCardNumber} = ${s.tarjeta} and ${loyalty.code} <> ${s.afiliado})
        or exists (select from staged o where ${o.tarjeta} = ${s.tarjeta} and o.line < s.line)`,
      expected: 'una tarjeta que ninguna otra afiliación tiene o tuvo',
      remedy: 'Corregí el número.',
    },
    {
      column: 'desde',
      when: sql`${s.desde} > now()`,
      expected: 'un día que ya llegó',
      remedy: 'Corregilo.',
    },
  ],
  updateChecks: (t, i) => [
    {
      column: 'afiliado',
      when: sql`${t.requestReference} is not null or ${t.endedAt} is not null`,
      expected: 'una afiliación vigente que vino de un archivo',
      remedy: 'Esa se maneja en la consola: sacá la fila.',
    },
    {
      column: 'documento',
      when: sql`${t.personId} <> ${i.personId} or ${t.programme} <> ${i.programme}`,
      expected: 'la misma persona y el mismo programa que en la ya cargada',
      remedy: 'Una afiliación no cambia de persona ni de programa: usá otro número.',
    },
  ],
  afterInsert: (
    keys,
  ) => sql`insert into ${ledgerAccount} (id, ${sql.identifier(ledgerAccount.loyaltyCode.name)}, balance)
    select gen_random_uuid(), key, 0 from (${keys}) made`,
  beforeUndo: (keys) =>
    sql`delete from ${ledgerAccount} where ${ledgerAccount.loyaltyCode} in (${keys})`,
  obstacles: (t) => [
    { when: existsWith(movement.loyaltyCode, t.code), sentence: 'ya tiene compras' },
    {
      when: sql`exists (
        select from ${ledgerAccount}
        where ${ledgerAccount.loyaltyCode} = ${t.code} and ${ledgerAccount.lastSeq} > 0)`,
      sentence: 'ya tiene puntos',
    },
    { when: existsWith(debt.loyaltyCode, t.code), sentence: 'ya tiene deudas' },
    { when: existsWith(vehicle.loyaltyCode, t.code), sentence: 'ya tiene vehículos' },
    { when: sql`${t.endedAt} is not null`, sentence: 'ya terminó' },
  ],
})
