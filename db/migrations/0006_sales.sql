CREATE TABLE "sale_conflict" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identity" text NOT NULL,
	"branch_code" text NOT NULL,
	"terminal_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"content" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_event" (
	"identity" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sale_identity" text NOT NULL,
	"branch_code" text NOT NULL,
	"terminal_id" uuid NOT NULL,
	"ticket" text NOT NULL,
	"shift" text NOT NULL,
	"attendant" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"currency" text,
	"amount" bigint,
	"payments" jsonb NOT NULL,
	"member_code" text DEFAULT '' NOT NULL,
	"member_card" text DEFAULT '' NOT NULL,
	"member_plate" text DEFAULT '' NOT NULL,
	"loyalty_code" text,
	"points" integer DEFAULT 0 NOT NULL,
	"content_hash" "bytea" NOT NULL,
	CONSTRAINT "sale_event_amount" CHECK (("sale_event"."kind" = 'void') = ("sale_event"."amount" is null))
);
--> statement-breakpoint
CREATE TABLE "sale_identity" (
	"identity" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_line" (
	"identity" text NOT NULL,
	"number" integer NOT NULL,
	"product" text NOT NULL,
	"millilitres" integer NOT NULL,
	"unit_price" integer NOT NULL,
	"amount" bigint NOT NULL,
	"rrn" text,
	"points" integer DEFAULT 0 NOT NULL,
	"points_due" integer DEFAULT 0 NOT NULL,
	"points_taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sale_line_identity_number_pk" PRIMARY KEY("identity","number")
);
--> statement-breakpoint
CREATE TABLE "shift" (
	"branch_code" text NOT NULL,
	"scope" text NOT NULL,
	"code" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"totals" jsonb,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "shift_branch_code_scope_code_pk" PRIMARY KEY("branch_code","scope","code"),
	CONSTRAINT "shift_totals" CHECK (("shift"."state" = 'open') = ("shift"."totals" is null))
);
--> statement-breakpoint
ALTER TABLE "sale_conflict" ADD CONSTRAINT "sale_conflict_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_conflict" ADD CONSTRAINT "sale_conflict_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_event" ADD CONSTRAINT "sale_event_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_event" ADD CONSTRAINT "sale_event_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_event" ADD CONSTRAINT "sale_event_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_line" ADD CONSTRAINT "sale_line_identity_sale_event_identity_fk" FOREIGN KEY ("identity") REFERENCES "public"."sale_event"("identity") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift" ADD CONSTRAINT "shift_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_event_of_sale" ON "sale_event" USING btree ("sale_identity");--> statement-breakpoint
CREATE INDEX "sale_event_of_shift" ON "sale_event" USING btree ("branch_code","shift");--> statement-breakpoint
CREATE INDEX "sale_event_of_loyalty" ON "sale_event" USING btree ("loyalty_code") WHERE loyalty_code is not null;--> statement-breakpoint
CREATE INDEX "sale_event_unmatched_plate" ON "sale_event" USING btree ("member_plate") WHERE loyalty_code is null and member_plate <> '';--> statement-breakpoint
CREATE INDEX "sale_event_unmatched_card" ON "sale_event" USING btree ("member_card") WHERE loyalty_code is null and member_card <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "sale_line_movement" ON "sale_line" USING btree ("rrn") WHERE rrn is not null;--> statement-breakpoint
CREATE INDEX "shift_exception" ON "shift" USING btree ("closed_at") WHERE state = 'exception';--> statement-breakpoint
CREATE INDEX "loyalty_of_card" ON "loyalty" USING btree ("client_card_number") WHERE client_card_number <> '';--> statement-breakpoint
CREATE INDEX "vehicle_of_plate" ON "vehicle" USING btree ("plate");