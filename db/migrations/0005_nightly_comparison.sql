CREATE TABLE "gateway_day" (
	"day" date PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"source" text,
	"here" integer DEFAULT 0 NOT NULL,
	"there" integer DEFAULT 0 NOT NULL,
	"compared_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "gateway_difference" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"reference" text NOT NULL,
	"payment_token" text NOT NULL,
	"state_here" text NOT NULL,
	"currency_here" text NOT NULL,
	"amount_here" bigint NOT NULL,
	"state_there" text NOT NULL,
	"currency_there" text NOT NULL,
	"amount_there" bigint NOT NULL,
	"mended" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gateway_difference_day_kind_subject_pk" PRIMARY KEY("day","kind","subject")
);
--> statement-breakpoint
ALTER TABLE "gateway_difference" ADD CONSTRAINT "gateway_difference_day_gateway_day_day_fk" FOREIGN KEY ("day") REFERENCES "public"."gateway_day"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempt_made" ON "payment_attempt" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_message_newest" ON "contact_message" USING btree ("at","id");