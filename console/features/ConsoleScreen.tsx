import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#console/context.ts'
import { ConsoleMenu } from '#console/features/ConsoleMenu.tsx'
import { SearchBox } from '#console/features/SearchBox.tsx'
import { SignOut } from '#console/features/SignOut.tsx'
import { ROLES } from '#contract/pageAccess.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Popout } from '#kit/display/Popout.tsx'
import { AppLayout, type ParentScreen } from '#kit/layout/AppLayout.tsx'
import { ThemeSwitch } from '#kit/layout/ThemeSwitch.tsx'

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  /** The list of an object's page. */
  parent?: ParentScreen
  /** At the right of the title on a desktop. */
  tools?: ReactNode
  children: ReactNode
}

export function ConsoleScreen(props: Props) {
  return (
    <AppLayout
      {...props}
      full
      menu={<ConsoleMenu />}
      person={<Operator />}
      actions={<SearchBox />}
    />
  )
}

/** The operator's name, behind which are their roles, the theme and the way out. */
function Operator() {
  const session = useSession()
  if (!session) return null
  const { firstName, firstSurname, email, roles } = session
  return (
    <Popout
      isFixed
      className="flex min-h-11 w-full min-w-0 items-center gap-2 rounded-control px-2 text-left font-medium dense:text-sm hover:bg-sunken"
      face={
        <>
          <span className="min-w-0 flex-1 truncate">{`${firstName} ${firstSurname}`}</span>
          <ChevronDown aria-hidden="true" size={18} className="shrink-0 text-soft" />
        </>
      }
    >
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
    </Popout>
  )
}
