import type { ActionField } from '#contract/console/objectPage.ts'
import type { RoleCode } from '#contract/roles.ts'
import { invalid, row } from '#server/console/actionFields.ts'
import { type Acting, action, type Done } from '#server/console/consoleAction.ts'

interface Shared {
  roles: readonly RoleCode[]
  words: {
    /** The object with its article: the start of a sentence. */
    subject: string
    /** What others see of one that is taken. */
    taking: string
    /** Among whose it is then, and what others can still do. */
    assigned: string
  }
  /** The actions of the audit entries. */
  audits: Record<'take' | 'assign' | 'release', string>
  /** The operators to whom the object can be assigned. */
  assignees: (acting: Acting) => Promise<ActionField['options']>
  /**
   * Gives the object to an operator, or to none.
   * @param from `none`: only one that no operator has; left out: any
   * @throws a refusal that names the operator who was first
   */
  give: (acting: Acting, to: string | null, from?: 'none' | 'some') => Promise<void>
  /** What the audit entry is about; left out: the object. */
  auditSubject?: (acting: Acting) => string
}

/** How operators share the objects of a kind: one takes an object, assigns it, and releases it. */
export function shareActions({ roles, words, audits, assignees, give, auditSubject }: Shared) {
  const { subject, taking, assigned } = words
  const missing = 'Elegí a quién.'
  const about = (acting: Acting) => (auditSubject ? { subject: auditSubject(acting) } : {})
  return {
    take: action({
      roles,
      label: 'Tomar',
      question: taking,
      forRows: true,
      audit: audits.take,
      async run(acting): Promise<Done> {
        await give(acting, acting.viewer.personId, 'none')
        return { outcome: `${subject} quedó a tu nombre.`, ...about(acting) }
      },
    }),
    assign: action({
      roles,
      label: 'Asignar',
      question: assigned,
      fields: { operator: row({ label: 'A quién', missing }) },
      audit: audits.assign,
      async run(acting): Promise<Done> {
        const known = await assignees(acting)
        const assignee = known.find(({ value }) => value === acting.values.operator)
        if (!assignee) throw invalid(missing)
        const { value: person, label } = assignee
        await give(acting, person)
        return {
          outcome: `${subject} quedó a nombre de ${label}.`,
          detail: person === acting.viewer.personId ? {} : { person },
          ...about(acting),
        }
      },
    }),
    release: action({
      roles,
      label: 'Soltar',
      question: 'Vuelve a estar sin asignar.',
      forRows: true,
      audit: audits.release,
      async run(acting): Promise<Done> {
        await give(acting, null, 'some')
        return { outcome: `${subject} quedó sin asignar.`, ...about(acting) }
      },
    }),
  }
}
