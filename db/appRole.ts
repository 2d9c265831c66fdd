import { withClient } from '#db/core/withClient.ts'

/** The rights that make a login more than the role of the servers. */
interface Rights {
  login: string
  superuser: boolean
  creates_roles: boolean
  /** It owns the database, or a table of it, or may become such an owner. */
  owns: boolean
  /** It may change what is append-only. */
  rewrites: boolean
}

/**
 * Checks that the login of a URL is not the owner of the tables, cannot become one, and cannot
 * change the append-only tables (L2).
 * @throws with one line that says what is wrong with it; also when the database does not answer
 */
export async function assertSeparateRole(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<Rights>(RIGHTS)
    const fault = rows[0] ? faultOf(rows[0]) : 'la base no dice qué puede'
    if (fault)
      throw new Error(
        `el usuario «${rows[0]?.login}» de DATABASE_URL ${fault}: tiene que ser uno aparte, sin esos permisos; el dueño va en DATABASE_OWNER_URL.`,
      )
  })
}

/** Whether the login of a URL is one of its own, that cannot become the owner. */
export const hasSeparateRole = (url: string): Promise<boolean> =>
  assertSeparateRole(url).then(
    () => true,
    () => false,
  )

function faultOf({ superuser, creates_roles, owns, rewrites }: Rights): string | null {
  if (superuser) return 'es superusuario'
  if (creates_roles) return 'puede crear roles'
  if (owns) return 'es dueño de la base o de sus tablas, o puede volverse su dueño'
  if (rewrites) return 'puede reescribir el libro o la auditoría'
  return null
}

// Of the login (`session_user`), whatever role the URL's options choose.
const RIGHTS = `
  select session_user as login, r.rolsuper as superuser, r.rolcreaterole as creates_roles,
    exists (
      select from pg_class c where c.relnamespace in (
        select oid from pg_namespace where nspname in ('public', 'jobs'))
        and c.relkind in ('r', 'p', 'v', 'S') and pg_has_role(session_user, c.relowner, 'MEMBER')
      union all
      select from pg_database d
      where d.datname = current_database() and pg_has_role(session_user, d.datdba, 'MEMBER')
    ) as owns,
    exists (
      select from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and c.relname in ('ledger_transaction', 'ledger_entry', 'audit', 'audit_head', 'terminal_batch')
        and has_table_privilege(session_user, c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
    ) as rewrites
  from pg_roles r where r.rolname = session_user`
