CREATE TABLE "redemption" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loyalty_code" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"points" integer NOT NULL,
	"discount" bigint NOT NULL,
	"reward_code" text,
	"title" text NOT NULL,
	"rrn" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"terminal_id" uuid,
	"reference" text DEFAULT '' NOT NULL,
	"content_hash" "bytea",
	"ticket" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"code_window" integer,
	"voucher_code" text,
	CONSTRAINT "redemption_voucher_code_unique" UNIQUE("voucher_code"),
	CONSTRAINT "redemption_points" CHECK ("redemption"."points" > 0 and "redemption"."discount" >= 0),
	CONSTRAINT "redemption_ended" CHECK (("redemption"."state" = 'reserved') = ("redemption"."ended_at" is null)),
	CONSTRAINT "redemption_kind" CHECK (case "redemption"."kind" when 'till' then "redemption"."voucher_code" is null and "redemption"."code_window" is not null and "redemption"."reference" <> ''
        else "redemption"."voucher_code" is not null and "redemption"."code_window" is null end),
	CONSTRAINT "redemption_terminal" CHECK (("redemption"."terminal_id" is null) = ("redemption"."reference" = ''))
);
--> statement-breakpoint
CREATE TABLE "redemption_lot" (
	"redemption_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"points" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "redemption_lot_redemption_id_lot_id_pk" PRIMARY KEY("redemption_id","lot_id"),
	CONSTRAINT "redemption_lot_points" CHECK ("redemption_lot"."points" > 0)
);
--> statement-breakpoint
CREATE TABLE "reward" (
	"code" text PRIMARY KEY NOT NULL,
	"programme" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"points" integer NOT NULL,
	"discount" bigint NOT NULL,
	"branches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"valid_days" integer NOT NULL,
	CONSTRAINT "reward_points" CHECK ("reward"."points" > 0 and "reward"."discount" >= 0 and "reward"."valid_days" >= 0),
	CONSTRAINT "reward_period" CHECK ("reward"."first_day" <= "reward"."last_day")
);
--> statement-breakpoint
ALTER TABLE "programme" ADD COLUMN "point_value" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "redemption" ADD CONSTRAINT "redemption_loyalty_code_loyalty_code_fk" FOREIGN KEY ("loyalty_code") REFERENCES "public"."loyalty"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption" ADD CONSTRAINT "redemption_reward_code_reward_code_fk" FOREIGN KEY ("reward_code") REFERENCES "public"."reward"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption" ADD CONSTRAINT "redemption_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_lot" ADD CONSTRAINT "redemption_lot_redemption_id_redemption_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "public"."redemption"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_lot" ADD CONSTRAINT "redemption_lot_lot_id_points_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."points_lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward" ADD CONSTRAINT "reward_programme_programme_code_fk" FOREIGN KEY ("programme") REFERENCES "public"."programme"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "redemption_of_till" ON "redemption" USING btree ("terminal_id","reference") WHERE reference <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "redemption_code_once" ON "redemption" USING btree ("loyalty_code","code_window");--> statement-breakpoint
CREATE INDEX "redemption_page" ON "redemption" USING btree ("loyalty_code","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "redemption_reserved" ON "redemption" USING btree ("expires_at") WHERE state = 'reserved';--> statement-breakpoint
CREATE INDEX "reward_of_programme" ON "reward" USING btree ("programme","points");