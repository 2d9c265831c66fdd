import * as z from 'zod/mini'
import { TONES } from '#contract/console/objectKind.ts'
import { KIND_NAMES } from '#contract/console/objectKinds.ts'
import { Promotion } from '#contract/entities/promotion.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { Currency } from '#contract/money.ts'

/** Name of a kind in a request. */
export const Kind = z.enum(KIND_NAMES, 'Elegí qué querés ver.')

/** An object of the console: the page that opens it. */
const ObjectLink = lazyObject(() => ({
  kind: z.enum(KIND_NAMES),
  /** Empty with `search`. */
  id: z.string(),
  /** Filters of the list of the kind, which the link opens instead of an object. */
  search: z.optional(z.record(z.string(), z.string())),
}))

/** A value in a list or on a page of the console, drawn as its fields say; the first that is there counts. */
export const ObjectValue = lazyObject(() => ({
  /** An amount in cents; below 0 for one that was taken. */
  cents: z.optional(z.int()),
  currency: z.optional(Currency),
  /** An instant, `yyyyMMddHHmmss` in Montevideo. */
  stamp: z.optional(Stamp),
  /** A day, `yyyyMMdd`. */
  day: z.optional(z.string()),
  /** Whole points, or another count. */
  count: z.optional(z.int()),
  /** Quantity of fuel in millilitres; 0 when the product is not a fuel. */
  millilitres: z.optional(z.int()),
  /** Words in Spanish. */
  text: z.optional(z.string()),
  /** A list does not cut the text off where it has room: its end tells it from others. */
  uncut: z.optional(z.literal(true)),
  /** Draws the text as a badge. */
  tone: z.optional(z.enum(TONES)),
  /** The object that the value is of. */
  link: z.optional(ObjectLink),
  /** The text is a code or number that people take to another program: beside it is a button that copies it. */
  copied: z.optional(z.literal(true)),
  /** The action of the page that changes it: beside it is a button that opens the form, where the caller may. */
  edit: z.optional(
    z.object({
      action: z.string(),
      /** What the form holds at first, instead of the values of its fields. */
      fields: z.record(z.string(), z.string()),
    }),
  ),
}))
export type ObjectValue = z.infer<typeof ObjectValue>

/** A column of a list. */
export const ListColumn = lazyObject(() => ({
  /** Its heading, in Spanish. */
  name: z.string(),
  /** Where a phone draws it; left out: in the table only. */
  place: z.optional(z.enum(['title', 'note', 'detail', 'below'])),
  /** The list is in its order, which can be turned round. */
  sorted: z.optional(z.literal(true)),
}))
export type ListColumn = z.infer<typeof ListColumn>

/** A row of a list. */
export const ObjectRow = lazyObject(() => ({
  /** Id of the object, for `object`. */
  id: z.string(),
  /** In the order of the columns. */
  cells: z.array(ObjectValue),
}))
export type ObjectRow = z.infer<typeof ObjectRow>

/** Something that happened to an object. */
const TimelineEntry = lazyObject(() => ({
  /** When, `yyyyMMddHHmmss` in Montevideo. */
  stamp: Stamp,
  /** What. */
  title: z.string(),
  /** More about it; empty for nothing. */
  remark: z.string(),
  /** Who did it; empty for the system or the driver. */
  by: z.string(),
  /** How it is drawn; neutral when it is left out. */
  tone: z.optional(z.enum(TONES)),
}))
export type TimelineEntry = z.infer<typeof TimelineEntry>

const Choice = lazyObject(() => ({
  value: z.string(),
  /** Its words, in Spanish. */
  label: z.string(),
}))
/** The choices of a filter. */
export const Choices = z.array(Choice)

/** A field of the form of an action. */
const ActionField = lazyObject(() => ({
  /** Name of the field in `fields` of `actOnObject`. */
  name: z.string(),
  /** Its label, in Spanish. */
  label: z.string(),
  /** How it is typed. */
  type: z.enum(['choice', 'text', 'longText', 'number', 'day', 'file', 'secondFactor']),
  /** How to fill it in; empty for nothing. */
  hint: z.string(),
  /** What it holds before anything is typed; empty when it is left out. */
  value: z.optional(z.string()),
  /** The choices; empty unless it is one. */
  options: z.array(
    z.extend(Choice, {
      /** What choosing it writes into another field of the form: below what a long text holds. */
      fills: z.optional(
        z.object({
          /** Name of the other field. */
          field: z.string(),
          text: z.string(),
        }),
      ),
    }),
  ),
  /** Of a file: what the chooser offers, as HTML's `accept` has it. */
  accept: z.optional(z.string()),
  /** Of a file: its largest size in bytes. */
  maxBytes: z.optional(z.int()),
}))
export type ActionField = z.infer<typeof ActionField>

/** What the caller may do with an object, or in a list, now: for `actOnObject`. */
export const ObjectAction = lazyObject(() => ({
  /** Name of the action in `actOnObject`. */
  name: z.string(),
  /** Of the button: a verb. */
  label: z.string(),
  /** What will happen, before the form. */
  question: z.string(),
  /** Whether it cannot be undone. */
  danger: z.boolean(),
  /** Whether the outcome has what is told once, and so stays until the operator closes it. */
  toldOnce: z.optional(z.boolean()),
  /** Whether its form is drawn in the page, as what the page is opened for. */
  inline: z.optional(z.boolean()),
  fields: z.array(ActionField),
}))
export type ObjectAction = z.infer<typeof ObjectAction>

/** Counts of the same things, in the order of time or of size, drawn as bars. */
export const ObjectChart = lazyObject(() => ({
  title: z.string(),
  /** Headings of its table: of the bars' names, of the values, and of the values before. */
  columns: z.array(z.string()),
  bars: z.array(
    z.object({
      /** Name of the bar, in Spanish. */
      name: z.string(),
      /** Its height. */
      value: ObjectValue,
      /** What the height is compared with; absent without a comparison. */
      before: z.optional(ObjectValue),
    }),
  ),
}))
export type ObjectChart = z.infer<typeof ObjectChart>

/** A page of the console about one object. */
export const ObjectPage = lazyObject(() => ({
  title: z.string(),
  /** Its state, and other words beside the title. */
  badges: z.array(ObjectValue),
  /** Its tabs, of which the page holds what is in `tab`; left out: it has none. */
  tabs: z.optional(Choices),
  /** The open tab; left out with them. */
  tab: z.optional(z.string()),
  /** Name and value, in groups with a title; an empty title for the first group. */
  groups: z.array(
    z.object({
      title: z.string(),
      /** Names with their values. */
      facts: z.array(
        z.object({
          name: z.string(),
          value: ObjectValue,
        }),
      ),
    }),
  ),
  /** Texts that people wrote, with their line breaks. */
  texts: z.optional(
    z.array(
      z.object({
        /** What it is, in Spanish. */
        title: z.string(),
        text: z.string(),
      }),
    ),
  ),
  /** What was said about it, the oldest first. */
  conversation: z.optional(
    z.array(
      z.object({
        /** Name of the writer; empty when it is not known. */
        by: z.string(),
        stamp: Stamp,
        text: z.string(),
        /** `driver` wrote to the network, `network` to the driver; a `note` only operators read. */
        side: z.enum(['driver', 'network', 'note']),
      }),
    ),
  ),
  /** The next object that waits for the caller; left out: none, or the kind has no queue. */
  next: z.optional(ObjectLink),
  /** Id of the message whose photo `messagePicture` answers; absent without one. */
  picture: z.optional(z.string()),
  /** A promotion as a phone draws it, in both themes. */
  preview: z.optional(Promotion),
  /** Charts below. */
  charts: z.optional(z.array(ObjectChart)),
  /** Tables below: the newest rows of what belongs to the object. */
  tables: z.array(
    z.object({
      title: z.string(),
      /** Headings. */
      columns: z.array(z.string()),
      /** Rows, each with its cells in the order of the columns. */
      rows: z.array(z.array(ObjectValue)),
      /** The sentence for no rows. */
      empty: z.string(),
      /** Name of the CSV file that its rows can be downloaded as; left out: they cannot. */
      fileName: z.optional(z.string()),
      /** The list that has all of its rows, with the values of its filters; left out: none has. */
      all: z.optional(
        z.object({ kind: z.enum(KIND_NAMES), search: z.record(z.string(), z.string()) }),
      ),
    }),
  ),
  /** What happened, the newest first. */
  timeline: z.array(TimelineEntry),
  /** What the caller may do now. */
  actions: z.array(ObjectAction),
  /** Whether personal data are masked, and `shown` would show them. */
  masked: z.boolean(),
}))
export type ObjectPage = z.infer<typeof ObjectPage>
