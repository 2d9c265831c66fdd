ALTER TABLE "contact_message" ADD COLUMN "state" text DEFAULT 'RECEIVED' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "answer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "answered_by" uuid;--> statement-breakpoint
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_answered_by_person_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_message_unanswered" ON "contact_message" USING btree ("at","id") WHERE state = 'RECEIVED';--> statement-breakpoint
CREATE INDEX "contact_message_answered" ON "contact_message" USING btree ("answered_at") WHERE answered_at is not null;--> statement-breakpoint
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_state" CHECK (("contact_message"."state" = 'RECEIVED') = ("contact_message"."answered_at" is null)
        and ("contact_message"."answered_at" is null) = ("contact_message"."answered_by" is null)
        and ("contact_message"."state" = 'ANSWERED') = ("contact_message"."answer" <> ''));