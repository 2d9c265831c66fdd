import { useState } from 'react'
import {
  ChosenNotification,
  useChosenNotification,
} from '#app/features/notifications/ChosenNotification.tsx'
import { NotificationGroups } from '#app/features/notifications/NotificationGroups.tsx'
import { NOTIFICATION_TYPE_STYLES } from '#app/features/notifications/notificationTypeStyle.ts'
import { useMarkNotification } from '#app/features/notifications/useMarkNotification.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { notifications } from '#contract/user/notifications.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Button } from '#kit/display/Button.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'

/** Number of notifications that the call answers without `count`, and the most that it answers. */
const PAGE = 100
const MAX = 500

/** The types of a notification as texts; empty for all. */
const TYPES = [
  { value: '', label: 'Todas' },
  ...Object.entries(NOTIFICATION_TYPE_STYLES).map(([value, { plural }]) => ({
    value,
    label: plural,
  })),
]

/** Notificaciones: the unread ones first, then the newest; opening one reads it. */
export default function NotificationScreen() {
  const [everything, setEverything] = useState(false)
  const { params, setParams } = useSearchParams()
  const { type = '' } = params
  const query = useCallQuery(notifications, everything ? { count: MAX } : {})
  const list = query.data?.notifications
  const marks = useMarkNotification()
  const selection = useChosenNotification(list, marks.open)
  return (
    <AppScreen title="Notificaciones">
      <div className="flex flex-col gap-2">
        <SegmentedControl
          look="chips"
          label="Qué notificaciones ver"
          options={TYPES}
          value={type}
          onChange={(next) => setParams({ type: next })}
        />
        <div>
          <TextLink to="/promotion">Ver las promociones</TextLink>
        </div>
      </div>
      <ChosenNotification selection={selection} marks={marks} />
      <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
        {(data) => (
          <>
            <NotificationGroups
              notifications={data.notifications}
              type={type}
              onOpen={selection.choose}
              onMark={marks.mark}
            />
            {!everything && data.notifications.length >= PAGE && (
              <Button kind="quiet" wide onClick={() => setEverything(true)}>
                Ver las más viejas
              </Button>
            )}
          </>
        )}
      </QueryView>
    </AppScreen>
  )
}
