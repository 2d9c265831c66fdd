import { useSession } from '#console/context.ts'
import { SignOut } from '#console/features/SignOut.tsx'
import { ROLES } from '#contract/pageAccess.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { ThemeSwitch } from '#kit/layout/ThemeSwitch.tsx'

/** What stands behind the operator's name: email and roles, the theme, and the way out. */
export function OperatorPanel() {
  const { email = '', roles = [] } = useSession() ?? {}
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm wrap-anywhere text-soft">{email}</p>
      <p className="flex flex-wrap gap-2">
        {roles.map((role) => (
          <Badge key={role} tone="brand">
            {ROLES[role].description}
          </Badge>
        ))}
      </p>
      <ThemeSwitch />
      <SignOut />
    </div>
  )
}
