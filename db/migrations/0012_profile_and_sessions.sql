CREATE TABLE "notification_preference" (
	"person_id" uuid NOT NULL,
	"type" integer NOT NULL,
	"app" boolean DEFAULT true NOT NULL,
	"email" boolean DEFAULT true NOT NULL,
	CONSTRAINT "notification_preference_person_id_type_pk" PRIMARY KEY("person_id","type"),
	CONSTRAINT "notification_preference_type" CHECK ("notification_preference"."type" between 1 and 6 and "notification_preference"."type" <> 5)
);
--> statement-breakpoint
CREATE TABLE "email_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"old_code_hash" "bytea" NOT NULL,
	"new_code_hash" "bytea" NOT NULL,
	"stop_hash" "bytea" NOT NULL,
	"undo_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mailed_code" ADD COLUMN "redeemed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "birthdate_corrected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "platform" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_preference" ADD CONSTRAINT "notification_preference_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_change_pending" ON "email_change" USING btree ("person_id") WHERE ended_at is null and confirmed_at is null;--> statement-breakpoint
CREATE INDEX "email_change_of_person" ON "email_change" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_change_of_address" ON "email_change" USING btree ("old_email");--> statement-breakpoint
CREATE INDEX "email_change_expiring" ON "email_change" USING btree ("expires_at");