import { EntitySchema } from 'typeorm'

/** The columns of db/tables/ that `movements` needs: TypeORM selects every declared column. */
export class Person {}
export class PersonRole {}
export class Session {}
export class Loyalty {}
export class LedgerAccount {}
export class Branch {}
export class Movement {}

const column = (type, name, more = {}) => ({ type, name, ...more })
const primary = (type, name) => column(type, name, { primary: true })
const belongsTo = (target, name, referencedColumnName) => ({
  type: 'many-to-one',
  target,
  joinColumn: { name, referencedColumnName },
})

export const entities = [
  new EntitySchema({
    name: 'Person',
    target: Person,
    tableName: 'person',
    columns: { id: primary('uuid', 'id') },
    relations: { roles: { type: 'one-to-many', target: () => PersonRole, inverseSide: 'person' } },
  }),
  new EntitySchema({
    name: 'PersonRole',
    target: PersonRole,
    tableName: 'person_role',
    columns: { personId: primary('uuid', 'person_id'), roleCode: primary('text', 'role_code') },
    relations: { person: { ...belongsTo(() => Person, 'person_id', 'id'), inverseSide: 'roles' } },
  }),
  new EntitySchema({
    name: 'Session',
    target: Session,
    tableName: 'session',
    columns: {
      tokenHash: primary('bytea', 'token_hash'),
      personId: column('uuid', 'person_id'),
      binderHash: column('bytea', 'binder_hash', { nullable: true }),
      seenAt: column('timestamptz', 'seen_at'),
      expiresAt: column('timestamptz', 'expires_at'),
      revokedAt: column('timestamptz', 'revoked_at', { nullable: true }),
    },
    relations: { person: belongsTo(() => Person, 'person_id', 'id') },
  }),
  new EntitySchema({
    name: 'Loyalty',
    target: Loyalty,
    tableName: 'loyalty',
    columns: {
      code: primary('text', 'code'),
      personId: column('uuid', 'person_id'),
      clientRUT: column('text', 'client_rut'),
    },
  }),
  new EntitySchema({
    name: 'LedgerAccount',
    target: LedgerAccount,
    tableName: 'ledger_account',
    columns: {
      id: primary('uuid', 'id'),
      loyaltyCode: column('text', 'loyalty_code', { nullable: true }),
    },
    relations: { loyalty: belongsTo(() => Loyalty, 'loyalty_code', 'code') },
  }),
  new EntitySchema({
    name: 'Branch',
    target: Branch,
    tableName: 'branch',
    columns: { code: primary('text', 'code'), name: column('text', 'name') },
  }),
  new EntitySchema({
    name: 'Movement',
    target: Movement,
    tableName: 'movement',
    columns: {
      rrn: primary('text', 'rrn'),
      loyaltyCode: column('text', 'loyalty_code'),
      at: column('timestamptz', 'at'),
      kind: column('text', 'kind'),
      branchCode: column('text', 'branch_code'),
      product: column('text', 'product'),
      millilitres: column('integer', 'millilitres'),
      currency: column('text', 'currency'),
      amount: column('bigint', 'amount'),
      discount: column('bigint', 'discount'),
      points: column('integer', 'points'),
      plate: column('text', 'plate'),
    },
    relations: { branch: belongsTo(() => Branch, 'branch_code', 'code') },
  }),
]
