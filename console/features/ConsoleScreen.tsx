import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#console/context.ts'
import { ConsoleMenu } from '#console/features/ConsoleMenu.tsx'
import { KeyList } from '#console/features/KeyList.tsx'
import { SearchBox } from '#console/features/SearchBox.tsx'
import { Popout } from '#kit/display/Popout.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { AppLayout, type ParentScreen } from '#kit/layout/AppLayout.tsx'

const OperatorPanel = lazyComponent(
  async () => (await import('#console/features/OperatorPanel.tsx')).OperatorPanel,
)

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
      actions={
        <>
          <SearchBox />
          <KeyList />
        </>
      }
    />
  )
}

/** The operator's name, behind which are their roles, the theme and the way out. */
function Operator() {
  const session = useSession()
  if (!session) return null
  const { firstName, firstSurname } = session
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
      <OperatorPanel />
    </Popout>
  )
}
