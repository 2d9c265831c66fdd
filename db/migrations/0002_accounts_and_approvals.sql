CREATE TABLE "audit" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"branch_code" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"dead_at" timestamp (3) with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	CONSTRAINT "mail_event_unique" UNIQUE("event")
);
--> statement-breakpoint
CREATE TABLE "mailed_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"link_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factor" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "loyalty" ADD COLUMN "request_reference" text;--> statement-breakpoint
ALTER TABLE "membership_request" ADD COLUMN "sponsor_id" uuid;--> statement-breakpoint
ALTER TABLE "membership_request" ADD COLUMN "sponsor_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "membership_request" ADD COLUMN "network_id" uuid;--> statement-breakpoint
ALTER TABLE "membership_request" ADD COLUMN "network_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vehicle" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "consent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "second_factor_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_code" ADD CONSTRAINT "mailed_code_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_message_of_person" ON "contact_message" USING btree ("person_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "mail_newest" ON "mail" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "mailed_code_standing" ON "mailed_code" USING btree ("person_id","purpose") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "membership_request" ADD CONSTRAINT "membership_request_sponsor_id_person_id_fk" FOREIGN KEY ("sponsor_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_request" ADD CONSTRAINT "membership_request_network_id_person_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_in_force" ON "loyalty" USING btree ("person_id","programme") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "membership_request_by_state" ON "membership_request" USING btree ("state","at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "membership_request_open" ON "membership_request" USING btree ("person_id","programme") WHERE state in ('PENDING', 'STATE_UBER_AUTHORIZED');--> statement-breakpoint
ALTER TABLE "loyalty" ADD CONSTRAINT "loyalty_request_reference_unique" UNIQUE("request_reference");