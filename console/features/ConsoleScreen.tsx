import { useLocation } from '@tanstack/react-router'
import {
  Award,
  ClipboardCheck,
  CreditCard,
  FileDiff,
  FileUp,
  Fuel,
  Gift,
  HandCoins,
  House,
  ListChecks,
  Megaphone,
  MessagesSquare,
  NotebookPen,
  Receipt,
  Scale,
  ScrollText,
  TriangleAlert,
  UserCog,
  UserKey,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#console/context.ts'
import { SearchBox } from '#console/features/SearchBox.tsx'
import { SignOut } from '#console/features/SignOut.tsx'
import { type ConsolePage, GROUPS, PAGES, pagesOf } from '#console/pages.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { UserSummary } from '#kit/display/UserSummary.tsx'
import { AppLayout, type ParentScreen } from '#kit/layout/AppLayout.tsx'
import { SideMenu } from '#kit/layout/SideMenu.tsx'

interface Props {
  /** The screen's h1, also the title of the browser's tab. */
  title: string
  /** The list of an object's page. */
  parent?: ParentScreen
  children: ReactNode
}

export function ConsoleScreen(props: Props) {
  return <AppLayout {...props} full menu={<ConsoleMenu />} actions={<SearchBox />} />
}

const ICONS: Record<ConsolePage, ReactNode> = {
  '/home': <House aria-hidden="true" size={22} />,
  '/requests': <ClipboardCheck aria-hidden="true" size={22} />,
  '/payments': <CreditCard aria-hidden="true" size={22} />,
  '/debts': <HandCoins aria-hidden="true" size={22} />,
  '/drivers': <Users aria-hidden="true" size={22} />,
  '/sales': <Receipt aria-hidden="true" size={22} />,
  '/stations': <Fuel aria-hidden="true" size={22} />,
  '/exceptions': <TriangleAlert aria-hidden="true" size={22} />,
  '/people': <UserKey aria-hidden="true" size={22} />,
  '/jobs': <ListChecks aria-hidden="true" size={22} />,
  '/audit': <ScrollText aria-hidden="true" size={22} />,
  '/discrepancies': <FileDiff aria-hidden="true" size={22} />,
  '/promotions': <Megaphone aria-hidden="true" size={22} />,
  '/imports': <FileUp aria-hidden="true" size={22} />,
  '/rules': <Award aria-hidden="true" size={22} />,
  '/rewards': <Gift aria-hidden="true" size={22} />,
  '/messages': <MessagesSquare aria-hidden="true" size={22} />,
  '/templates': <NotebookPen aria-hidden="true" size={22} />,
  '/comparison': <Scale aria-hidden="true" size={22} />,
  '/account': <UserCog aria-hidden="true" size={22} />,
}

/** The side menu of the console: the operator with their roles, the pages, theme and sign-out. */
function ConsoleMenu() {
  const session = useSession()
  const current = useLocation({ select: ({ pathname }) => pathname })
  if (!session) return null
  const { firstName, firstSurname, email, roles } = session
  const entries = pagesOf(roles).map((url) => ({
    title: PAGES[url].title,
    url,
    icon: ICONS[url],
    group: GROUPS[url],
    current: url === current || current.startsWith(`${url}/`),
    view: true,
  }))
  return (
    <SideMenu
      entries={entries}
      header={
        <div className="flex flex-col items-start gap-3">
          <UserSummary name={`${firstName} ${firstSurname}`} detail={email} />
          <div className="flex flex-wrap gap-2 px-2">
            {roles.map((role) => (
              <Badge key={role} tone="brand">
                {ROLES[role].description}
              </Badge>
            ))}
          </div>
        </div>
      }
      signOut={<SignOut />}
    />
  )
}
