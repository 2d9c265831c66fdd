import { FileSpreadsheet, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { BarChart } from '#console/features/BarChart.tsx'
import { Conversation } from '#console/features/Conversation.tsx'
import { ObjectTable } from '#console/features/ObjectTable.tsx'
import { isEmpty, ObjectValue, valueCell, valueText } from '#console/features/ObjectValue.tsx'
import { PromotionPreview } from '#console/features/PromotionPreview.tsx'
import { saveCsv } from '#console/features/saveCsv.ts'
import { Timeline } from '#console/features/Timeline.tsx'
import { kindOf } from '#contract/console/objectKinds.ts'
import type {
  ObjectAction,
  ObjectPage as Page,
  ObjectValue as Value,
} from '#contract/console/objectPage.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { SmallIconButton } from '#kit/display/IconButton.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { CopyButton } from '#kit/feedback/CopyButton.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { Section } from '#kit/layout/Section.tsx'

const MessagePicture = lazyComponent(
  async () => (await import('#console/features/MessagePicture.tsx')).MessagePicture,
)

interface Props {
  page: Page
  /** Opens the form of an action. */
  onAsk: (action: ObjectAction) => void
  /** The form of what the page is opened for, below what was said. */
  children?: ReactNode
}

/** What a page, or its open tab, holds below the title and the actions. */
export function ObjectContent({ page, onAsk, children }: Props) {
  return (
    <>
      <div
        className={`grid gap-6 empty:hidden lg:grid-cols-2 ${page.conversation ? 'items-start' : ''}`}
      >
        {(page.conversation || children) && (
          <div className="flex flex-col gap-6 lg:row-span-2">
            {page.conversation && (
              <Card title="Conversación">
                <Conversation said={page.conversation} />
              </Card>
            )}
            {children}
          </div>
        )}
        {page.groups.filter(hasFacts).map((group) => (
          <Card key={group.title} {...(group.title && { title: group.title })}>
            <DescriptionList
              facts={group.facts.map(
                ({ name, value }) =>
                  !isEmpty(value) && {
                    name,
                    // Its buttons stand beside a value of several lines, too.
                    value: (
                      <span className="flex items-center">
                        <span className="min-w-0 [&>a]:-my-2.5">
                          <ObjectValue value={value} />
                        </span>
                        {value.copied && <CopyButton text={valueText(value)} name={name} />}
                        <EditButton page={page} name={name} value={value} onAsk={onAsk} />
                      </span>
                    ),
                  },
              )}
            />
          </Card>
        ))}
        {page.texts?.map(({ title, text }) => (
          <Card key={title} title={title}>
            <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
          </Card>
        ))}
      </div>
      {page.picture && <MessagePicture messageId={page.picture} />}
      {page.preview && <PromotionPreview promotion={page.preview} />}
      {page.charts?.map((chart) => (
        <Card key={chart.title} title={chart.title}>
          <BarChart chart={chart} />
        </Card>
      ))}
      {page.tables.map((table) => (
        <Section
          key={table.title}
          title={table.title}
          {...(table.all && { action: <AllLink title={table.title} all={table.all} /> })}
        >
          <ObjectTable table={table} />
          {table.fileName && table.rows.length > 0 && <SaveTable table={table} />}
        </Section>
      ))}
      {page.timeline.length > 0 && (
        <Section title="Qué pasó">
          <Timeline entries={page.timeline} />
        </Section>
      )}
    </>
  )
}

const hasFacts = ({ facts }: Page['groups'][number]) => facts.some(({ value }) => !isEmpty(value))

interface EditProps extends Omit<Props, 'children'> {
  name: string
  value: Value
}

/** Opens the form that changes a fact, filled in as the fact says; nothing where the caller may not. */
function EditButton({ page, name, value: { edit }, onAsk }: EditProps) {
  const action = edit && page.actions.find((one) => one.name === edit.action)
  if (!action) return null
  const fields = action.fields.map((field) => ({
    ...field,
    value: edit.fields[field.name] ?? field.value,
  }))
  return (
    <SmallIconButton
      label={`Cambiar: ${name}`}
      icon={<Pencil aria-hidden="true" size={16} />}
      onClick={() => onAsk({ ...action, fields })}
    />
  )
}

type Table = Page['tables'][number]

/** Leads to the list of all rows of a table. Several are on one page: each says of what. */
function AllLink({ title, all }: { title: string; all: NonNullable<Table['all']> }) {
  return (
    <TextLink to={kindOf(all.kind).path} search={all.search} aria-label={`Ver todos: ${title}`}>
      Ver todos
    </TextLink>
  )
}

function SaveTable({ table }: { table: Table }) {
  const { fileName = '', columns, rows } = table
  return (
    <Button
      kind="plain"
      onClick={() =>
        saveCsv(
          fileName,
          columns,
          rows.map((cells) => cells.map(valueCell)),
        )
      }
    >
      <FileSpreadsheet aria-hidden="true" size={18} />
      Descargar en CSV
    </Button>
  )
}
