CREATE TABLE "message_template" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "assigned_to" uuid;--> statement-breakpoint
CREATE INDEX "contact_message_of_operator" ON "contact_message" USING btree ("assigned_to","at","id") WHERE assigned_to is not null;